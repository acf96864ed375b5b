/** From the transcript to what is drawn: which items are left out, which bubbles belong together, where a time stands. Pure. */

import type { TimelineItem } from '../client/chat-state.ts';

export interface Row {
  readonly item: TimelineItem;
  /** First and last bubble of a run of one author's. */
  readonly first: boolean;
  readonly last: boolean;
  /** A line with the time stands above. */
  readonly timed: boolean;
  /** Language of the conversation at that point, where the platform has told it. */
  readonly lang: string | undefined;
  /** Nothing was said since: what this row offers still helps. */
  readonly current: boolean;
}

const GROUP_MS = 2 * 60_000;
const PAUSE_MS = 10 * 60_000;

export function toRows(items: readonly TimelineItem[], ended: boolean): readonly Row[] {
  const drawn = items.filter((item, place) => isDrawn(item, place, items, ended));
  const lastMessage = drawn.findLastIndex(item => item.kind === 'message');
  let lang: string | undefined;
  return drawn.map((item, place) => {
    if (item.kind === 'mark' && /language|divider/.test(item.mark)) lang = item.name;
    const before = drawn[place - 1];
    const after = drawn[place + 1];
    return {
      item,
      first: !belongTogether(before, item),
      last: !belongTogether(item, after),
      timed: isTimed(item, before),
      lang,
      current: place > lastMessage && !ended,
    };
  });
}

/** Rows on a page but the last one, which takes what is left. */
const PAGE_ROWS = 100;

/** The rows in pages that change as a whole or not at all: in a long conversation all but the last stay as they are. */
export function toPages(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / PAGE_ROWS) }, (_, page) =>
    rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS),
  );
}

function isDrawn(item: TimelineItem, place: number, items: readonly TimelineItem[], ended: boolean): boolean {
  if (item.kind === 'notice') return true;
  if (item.kind === 'message') {
    return Boolean(item.text || item.status === 'streaming' || item.attachments[0] || item.callActions[0]);
  }
  switch (item.mark) {
    // The progress card tells these while they matter.
    case 'handoff-asked':
    case 'handoff-accepted':
      return false;
    // Who opens the conversation stands in the introduction above it.
    case 'agent-joined':
      return Boolean(item.name) && items.slice(0, place).some(each => each.kind === 'message');
    case 'agent-left':
      return Boolean(item.name);
    // The end of the present conversation is told where the composer was.
    case 'ended':
      return !ended || place < items.length - 1;
    default:
      return true;
  }
}

function belongTogether(a: TimelineItem | undefined, b: TimelineItem | undefined): boolean {
  if (a?.kind !== 'message' || b?.kind !== 'message') return false;
  if (a.from !== b.from || a.agentName !== b.agentName || a.status === 'failed') return false;
  return Math.abs(b.at - a.at) < GROUP_MS;
}

function isTimed(item: TimelineItem, before: TimelineItem | undefined): boolean {
  return item.kind === 'message' && item.at > 0 && !(before && item.at - before.at < PAUSE_MS);
}
