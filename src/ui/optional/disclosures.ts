/**
 * Draws the site's disclaimer with its links, and the links to its policies. The panel itself draws a disclaimer without links, and this one's text if
 * the chunk cannot be fetched.
 */

import type { ComponentChild, ComponentType } from 'preact';
import type { Parts } from '../context/ui-context.ts';
import type { UiSettings } from '../context/ui-settings.ts';
import type { Kit } from './attach.ts';
import { disclaimerParts } from './disclaimer-links.ts';

/** `warn` gets a code and a sentence for developers; `first` are the present settings. */
export function createDisclosures(
  kit: Kit,
  first: UiSettings,
  warn: (code: string, message: string) => void,
): Pick<Parts, 'Disclosures' | 'linked'> {
  const { h, Link, safeHref, useDisclaimer, useSelected, useUi } = kit;
  const told = new Set<string>();
  /** Reports the addresses that are not linked, once. */
  function check({ disclaimer }: UiSettings): void {
    const texts = typeof disclaimer === 'string' ? [disclaimer] : Object.values(disclaimer);
    const left = texts.flatMap(text => disclaimerParts(`${text}`, safeHref)).filter(each => each.given && !each.href);
    const given = [...new Set(left.map(each => each.given))].join(', ');
    if (!given || told.has(given)) return;
    told.add(given);
    warn('invalid_setting', `"disclaimer" links https addresses only. Without a link: ${given}.`);
  }
  // Developers read the warning before anybody opens the panel.
  check(first);

  const link = (href: string, label: string): ComponentChild =>
    h(Link, { class: 'link', part: 'link', href, children: label });
  const linked = (text: string): ComponentChild =>
    disclaimerParts(text, safeHref).map(({ label, href }) => (href ? link(href, label) : label));

  const Disclosures: ComponentType = () => {
    const { chat, settings, speech } = useUi();
    const { t } = useSelected(() => speech.language.value);
    const now = useSelected(() => settings.value);
    const { disclaimerVisibility, policyLinks, privacyUrl, termsUrl } = now;
    check(now);
    const ended = useSelected(() => chat.state.value.ended);
    const hasWritten = useSelected(() =>
      chat.state.value.messages.some(item => item.kind === 'message' && item.from === 'user'),
    );
    const words = useDisclaimer();
    const isShown = words && !ended && (disclaimerVisibility === 'always' || !hasWritten);
    const isBelow = policyLinks === 'below-input' && (privacyUrl || termsUrl);
    if (!isShown && !isBelow) return null;
    return h(
      'div',
      { class: 'disclaimer detail', part: 'disclaimer' },
      isShown && h('p', null, linked(words)),
      isBelow &&
        h(
          'p',
          { class: 'actions meta' },
          privacyUrl && link(privacyUrl, t('privacy')),
          termsUrl && link(termsUrl, t('terms')),
        ),
    );
  };
  return { Disclosures, linked };
}
