/** The messages as list items. A chunk of an answer changes one text and creates no new elements. */

import type { Chat, Mark, MessageItem, TimelineItem } from 'natter';
import { button } from './dom';

const MARKS: Partial<Record<Mark, (name: string) => string>> = {
  'agent-joined': name => `${name || 'The assistant'} is here.`,
  'live-joined': name => `${name || 'A person'} is here.`,
  'live-left': name => `${name || 'The person'} has left.`,
  ended: () => 'The conversation has ended.',
};

export function transcript(list: HTMLElement, chat: Chat) {
  let lines = new Map<string, HTMLLIElement>();

  function lineOf(item: TimelineItem): HTMLLIElement {
    const line = lines.get(item.key) ?? document.createElement('li');
    const text = textOf(item);
    const status = item.kind === 'message' ? item.status : item.kind;
    line.dataset.from = item.kind === 'message' ? item.from : 'system';
    if (line.firstChild?.nodeValue !== text || line.dataset.status !== status) {
      line.dataset.status = status;
      line.replaceChildren(text);
      if (item.kind === 'message' && item.status === 'failed') line.append(...waysOn(item));
    }
    return line;
  }

  const waysOn = ({ id }: MessageItem) => [
    document.createElement('br'),
    'Not sent. ',
    button('Retry', () => chat.retry(id)),
    button('Discard', () => chat.discard(id)),
  ];

  return (items: readonly TimelineItem[]): void => {
    const shown = items.filter(item => textOf(item) !== '');
    const next = new Map(shown.map(item => [item.key, lineOf(item)]));
    for (const [key, line] of lines) if (!next.has(key)) line.remove();
    [...next.values()].forEach((line, place) => {
      if (list.children[place] !== line) list.insertBefore(line, list.children[place] ?? null);
    });
    if (next.size > lines.size) list.lastElementChild?.scrollIntoView({ block: 'nearest' });
    lines = next;
  };
}

function textOf(item: TimelineItem): string {
  return item.kind === 'mark' ? (MARKS[item.mark]?.(item.name ?? '') ?? '') : item.text;
}
