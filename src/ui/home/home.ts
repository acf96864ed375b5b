/**
 * The first screen: opening hours, other channels while the site's staff are away, messages to begin with, and pages that may help. It is shown
 * below the introduction until the conversation begins. This is a separate chunk, fetched only if a setting asks for it. It receives the panel's
 * components and hooks as arguments.
 */

import type { ComponentChild, ComponentType } from 'preact';
import type { UiSettings } from '../context/ui-settings.ts';
import css from './home.css?inline';
import { hoursWords } from './hours-words.ts';
import { openingAt } from './opening.ts';
import { type Home, readHome } from './read-home.ts';

/** Functions and components of the panel. Hooks and `h` must come from the panel's copy of Preact. */
export type HomeKit = Pick<typeof import('preact'), 'h'> &
  Pick<typeof import('preact/hooks'), 'useEffect' | 'useState'> &
  Pick<typeof import('../context/hooks.ts'), 'useTeamRequest' | 'useTrouble' | 'useUi'> &
  Pick<typeof import('../context/use-signal.ts'), 'useSelected'> &
  Pick<typeof import('../kit/Icon.tsx'), 'Icon'> &
  Pick<typeof import('../kit/Link.tsx'), 'Link'> &
  Pick<typeof import('../links/safe-url.ts'), 'safeHref'> &
  Pick<typeof import('../status/Channels.tsx'), 'Channels'> &
  Pick<typeof import('../focus/focus.ts'), 'focusOnward'>;

export const styles: string = css;

const CLOCK = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2';

/** `first` are the settings at the start. `warn` is called once with a sentence for developers about each invalid setting. */
export function createHome(kit: HomeKit, first: UiSettings, warn: (message: string) => void): ComponentType {
  const { h, useEffect, useState, useSelected, useTeamRequest, useTrouble, useUi, Icon } = kit;
  const told = new Set<string>();
  function read(settings: UiSettings): Home {
    const home = readHome(settings, kit.safeHref);
    for (const fault of home.faults) if (!told.has(fault)) warn(fault);
    for (const fault of home.faults) told.add(fault);
    return home;
  }
  // Reads the settings now, so that developers see the warnings before anybody opens the panel.
  read(first);

  return function FirstScreen() {
    const { chat, ...ui } = useUi();
    const { t, locale } = useSelected(() => ui.speech.language.value);
    const settings = useSelected(() => ui.settings.value);
    const [, draw] = useState({});
    const ask = useTeamRequest();
    // Shows no channels while the connection is broken, because ContactOptions.tsx shows them.
    const broken = useTrouble()?.broken;
    // Renders again when the panel is opened, because a device that was asleep has missed the timer.
    useSelected(() => chat.state.value.open);
    const { starters, hours, links } = read(settings);
    const now = Date.now();
    const opening = hours && openingAt(hours, now);
    const until = opening?.until ?? 0;

    // Also renders at midnight, when "tomorrow" becomes "today".
    const next = opening ? Math.min(until, new Date(now).setHours(24, 0, 0, 0)) : 0;
    useEffect(() => {
      if (!next) return undefined;
      // Adds a second, because timers may fire too early.
      const timer = setTimeout(() => draw({}), next - Date.now() + 1000);
      return () => clearTimeout(timer);
    }, [next]);

    function send(event: MouseEvent, say: () => unknown): void {
      // Ignores the second click of a double click.
      if (event.detail > 1) return;
      const panel = (event.currentTarget as HTMLElement).closest('.panel');
      if (say() !== null) kit.focusOnward(panel);
    }

    const said = opening && hours ? hoursWords(opening, hours.zone, now, t, locale) : '';
    const away = opening?.isOpen === false;
    const rows = starters.map(({ label, text }) => row(kit, label, null, event => send(event, () => chat.send(text))));
    // Offers to ask for a person only during the opening hours. Outside them, other channels are shown instead.
    if (ask && !away) rows.push(row(kit, t('askTeam'), h(Icon, { name: 'person' }), event => send(event, ask)));
    return h(
      'div',
      { class: 'home', part: 'home' },
      said && h('p', { class: 'meta opening', part: 'hours' }, icon(kit, CLOCK), said),
      away && !broken && h(kit.Channels, null),
      rows.length > 0 && h('fieldset', { class: 'home-list', part: 'starters', 'aria-label': t('intro-none') }, rows),
      links.length > 0 &&
        h(
          'ul',
          { class: 'home-links', part: 'links' },
          links.map(({ label, href }) =>
            h('li', null, link(kit, href, h('bdi', null, label), h(Icon, { name: 'open' }))),
          ),
        ),
    );
  };
}

const icon = ({ h }: HomeKit, path: string): ComponentChild =>
  h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: path }));

function row(
  { h, Icon }: HomeKit,
  label: string,
  lead: ComponentChild,
  press: (event: MouseEvent) => void,
): ComponentChild {
  return h(
    'button',
    { type: 'button', class: 'home-row', part: 'starter', onClick: press },
    lead,
    h('bdi', null, label),
    h(Icon, { name: 'forward' }),
  );
}

function link({ h, Link }: HomeKit, href: string, ...children: readonly ComponentChild[]): ComponentChild {
  return h(Link, { href, class: 'contact-link', part: 'link', children });
}
