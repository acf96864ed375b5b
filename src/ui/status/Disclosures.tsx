/** The site's disclaimer with its links, and the links to its policies. They are below the composer, and on the consent screen. */

import { useChatState, useLanguage, useSettings, useUi, useWords } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';
import { inLanguage } from '../i18n/panel-language.ts';
import { Link } from '../kit/Link.tsx';
import { disclaimerParts } from '../links/disclaimer-links.ts';

export function Disclosures() {
  const { chat } = useUi();
  const { disclaimerVisibility, policyLinks } = useSettings();
  const ended = useChatState('ended');
  const words = useDisclaimer();
  const links = usePolicies();
  const hasWritten = useSelected(() =>
    chat.state.value.messages.some(item => item.kind === 'message' && item.from === 'user'),
  );
  const text = !ended && (disclaimerVisibility === 'always' || !hasWritten) && words;
  const policies = policyLinks === 'below-input' && links;
  if (!text && !policies) return null;
  return (
    <div class="disclaimer detail" part="disclaimer">
      {text && <p>{text}</p>}
      {policies}
    </div>
  );
}

/** Returns the text with its links. A text without the panel's language is shown in English. */
export function useDisclaimer() {
  const { disclaimer } = useSettings();
  const { tag } = useLanguage();
  const text = inLanguage(disclaimer, tag) || inLanguage(disclaimer, 'en');
  return (
    text &&
    disclaimerParts(text).map(({ label, href }) =>
      href ? (
        <Link class="link" part="link" href={href}>
          {label}
        </Link>
      ) : (
        label
      ),
    )
  );
}

/** Returns the links to the policies; null if the site names none. */
export function usePolicies() {
  const t = useWords();
  const { privacyUrl, termsUrl } = useSettings();
  const link = (words: 'privacy' | 'terms', href: string) =>
    href && (
      <Link class="link" part="link" href={href}>
        {t(words)}
      </Link>
    );
  return privacyUrl || termsUrl ? (
    <p class="actions meta">
      {link('privacy', privacyUrl)}
      {link('terms', termsUrl)}
    </p>
  ) : null;
}
