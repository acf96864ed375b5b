/** The widget from the host page's side: its public events as they come, its methods, and its settings through the address. */

import type { NatterHandle, PublicEventName } from '../entries/element.ts';
import { button, card, el, field, row, select } from './dom.ts';

const EVENTS: readonly PublicEventName[] = [
  'ready',
  'open',
  'close',
  'state',
  'message',
  'delivery',
  'handoff',
  'handoff-required',
  'ended',
  'error',
  'unread',
  'language',
  'link',
  'idle',
];
const LONGEST_LOG = 200;

export interface WidgetBench {
  readonly cards: readonly HTMLElement[];
  report(line: string): void;
}

export function createWidgetBench(natter: () => NatterHandle | undefined, dialect: string): WidgetBench {
  const log = el('ol', { className: 'log' });
  const report = (line: string): void => {
    const time = new Date().toLocaleTimeString([], { hour12: false });
    log.prepend(el('li', {}, el('time', {}, time), el('code', {}, line)));
    while (log.childElementCount > LONGEST_LOG) log.lastElementChild?.remove();
  };
  const theme = select(['auto', 'light', 'dark'], value => natter()?.setTheme(value as 'auto'));
  const reload = (name: string) => (value: string) => {
    const url = new URL(location.href);
    url.searchParams.set(name, value);
    location.assign(url);
  };
  const set = new URLSearchParams(location.search);
  const position = select(['right', 'left'], reload('position'));
  position.value = set.get('position') ?? 'right';
  const streaming = select(['true', 'false'], reload('streaming'));
  streaming.value = set.get('streaming') ?? 'true';
  return {
    report,
    cards: [
      card(
        'Widget',
        row(field('Theme', theme), field('Position', position), field('Streaming', streaming)),
        row(
          button('open()', () => natter()?.open()),
          button('close()', () => natter()?.close()),
          button('hide()', () => natter()?.hide()),
          button('show()', () => natter()?.show()),
          button('end()', () => natter()?.end()),
          button('startNew()', () => natter()?.startNew()),
          button('destroy()', () => natter()?.destroy(), 'quiet'),
        ),
        el('p', { className: 'hint' }, `Dialect of the platform: ${dialect || 'unknown'}.`),
      ),
      card('Events', row(button('Clear', () => log.replaceChildren(), 'quiet')), log),
    ],
  };
}

/** Writes every public event down. */
export function logEvents(natter: NatterHandle, report: (line: string) => void): void {
  for (const name of EVENTS) natter.on(name, (detail: unknown) => report(`${name} ${JSON.stringify(detail)}`));
}
