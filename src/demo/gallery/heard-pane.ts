/** The pane beside a single state: the words that a screen reader would read out. */

import type { Utterance } from '../log/heard.ts';
import { el } from '../page/elements.ts';

export interface HeardPane {
  readonly element: HTMLElement;
  hear(utterance: Utterance): void;
}

export function createHeardPane(): HeardPane {
  const nothing = el('p', { className: 'note' }, 'Nothing yet. Use the widget, and its announcements appear here.');
  const list = el('ol');
  return {
    element: el(
      'aside',
      { className: 'heard', attrs: { 'aria-labelledby': 'heard-title' } },
      el('h2', { id: 'heard-title' }, 'Heard'),
      nothing,
      list,
    ),
    hear({ words, how }) {
      nothing.remove();
      list.append(el('li', {}, words, el('small', {}, how)));
    },
  };
}
