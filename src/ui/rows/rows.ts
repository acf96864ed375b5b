/**
 * Turns items into rows of the transcript: omits some items, groups bubbles, and decides which rows show a day or the time. first-drawn.ts decides
 * how many items of a long conversation are rendered.
 */

import type { MarkItem, TimelineItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { isLanguage } from '../i18n/dates.ts';
import { identity, tidy } from '../i18n/language-tags.ts';

export interface Row {
  readonly item: TimelineItem;
  /** `first` and `last` are true for the first and the last bubble of an author's group. */
  readonly first: boolean;
  readonly last: boolean;
  /** True if the time is shown above the group. */
  readonly timed: boolean;
  /** If a day begins with this row: how many days ago that was (0 for today). Otherwise null. */
  readonly daysAgo: number | null;
  /** True for the first row that the reader has not seen. */
  readonly isNew: boolean;
  /** Language of the conversation at this row, as reported by the platform. Before the first report, this is the language that the site has set. */
  readonly lang: string | undefined;
  /** True if no later message exists. The row's buttons are still useful then. */
  readonly current: boolean;
}

/** Messages of one author within this time form a group, in milliseconds. */
export const GROUP_MS = 2 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The latest time that a Date can hold. */
const END_OF_TIME = 8.64e15;

/**
 * Returns the rows for the items from index `first` on. `newFrom`: key of the first item that is new to the reader. `site`: language set by the
 * site.
 */
export function toRows(
  items: readonly TimelineItem[],
  ended: boolean,
  newFrom = '',
  now = Date.now(),
  site = '',
  first = 0,
): readonly Row[] {
  const drawn = items.slice(first).filter((item, place) => isDrawn(item, first + place, items, ended));
  const lastMessage = drawn.findLastIndex(item => item.kind === 'message');
  const dayOf = createDays(now);
  // Finds the language at the first row: the panel switches to the language of the conversation, but earlier messages must keep theirs.
  const turn = items.slice(0, first).findLast(isTurn);
  let lang = turn ? turn.name : items.some(isTurn) && identity(site) ? tidy(site) : undefined;
  let told = 0;
  let daysAgo = dayOf(drawn[0]);
  let isFirst = true;
  return drawn.map((item, place) => {
    const next = drawn[place + 1];
    const nextDay = dayOf(next);
    const last = nextDay !== null || next?.key === newFrom || !belongTogether(item, next);
    if (isTurn(item)) lang = item.name;
    const timed = isFirst && isTime(item.at) && (daysAgo !== null || Math.abs(item.at - told) >= GROUP_MS);
    if (timed) told = item.at;
    // A message is current only if it is the last one.
    const current = place > lastMessage ? !ended : place === lastMessage;
    const row: Row = { item, first: isFirst, last, timed, daysAgo, isNew: item.key === newFrom, lang, current };
    daysAgo = nextDay;
    isFirst = last;
    return row;
  });
}

/** Returns true if the language changes at this item, or becomes unknown because a new conversation begins. */
const isTurn = (item: TimelineItem): item is MarkItem => item.kind === 'mark' && /language|divider/.test(item.mark);

const isTime = (at: number): boolean => at > 0 && at < END_OF_TIME;

/** Returns a function to call with the rows in order. If a day begins with the row, it returns how many days ago that was, otherwise null. */
function createDays(now: number): (row: TimelineItem | undefined) => number | null {
  let end = 0;
  let shown = Infinity;
  return row => {
    // A row may be older than the one before it, because some times come from the platform's clock and others from the visitor's. A day still
    // begins only once.
    if (!row || !isTime(row.at) || row.at < end) return null;
    end = new Date(row.at).setHours(24, 0, 0, 0);
    const daysAgo = daysSince(row.at, now);
    if (daysAgo >= shown) return null;
    shown = daysAgo;
    return daysAgo;
  };
}

/** Returns whole days: rounds, because days on which the clocks change are an hour longer or shorter. */
export const daysSince = (at: number, now = Date.now()): number =>
  Math.max(0, Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / DAY_MS));

function isDrawn(item: TimelineItem, place: number, items: readonly TimelineItem[], ended: boolean): boolean {
  if (item.kind === 'notice') return !isBlank(item.text) || Boolean(item.code);
  if (item.kind === 'message') {
    return !isBlank(item.text) || item.status === 'streaming' || Boolean(item.attachments[0] || item.callActions[0]);
  }
  switch (item.mark) {
    // Omitted, because HandoffProgress.tsx shows these states while the hand-off lasts.
    case 'handoff-asked':
    case 'handoff-accepted':
      return false;
    // Omits the agent that begins the conversation, because Intro.tsx shows it.
    case 'agent-joined':
      return (
        !isBlank(item.name ?? '') &&
        items.slice(0, place).some(each => each.kind === 'message') &&
        !isBack(item, place, items)
      );
    // Omits the departure of an agent that hands the visitor over to someone else.
    case 'agent-left':
      return !isBlank(item.name ?? '') && !handsOn(items[place - 1], items[place + 1]);
    case 'language':
      return isLanguage(item.name ?? '');
    // Omits the end of the present conversation, because EndedBar.tsx shows it in place of the composer.
    case 'ended':
      return !ended || place < items.length - 1;
    default:
      return true;
  }
}

/** Returns true if the items before and after an agent's departure show that it handed the visitor over. */
function handsOn(before: TimelineItem | undefined, after: TimelineItem | undefined): boolean {
  return (
    (before?.kind === 'mark' && /^(handoff|live-j)/.test(before.mark)) ||
    (after?.kind === 'mark' && /^handoff|joined/.test(after.mark))
  );
}

/** Returns true if the agent that joins is the same as the last one that joined before. */
function isBack({ name }: MarkItem, place: number, items: readonly TimelineItem[]): boolean {
  const before = items.slice(0, place).findLast(each => each.kind === 'mark' && /-joined$/.test(each.mark)) as MarkItem;
  return before?.mark === 'agent-joined' && before.name === name;
}

function belongTogether(a: TimelineItem | undefined, b: TimelineItem | undefined): boolean {
  if (a?.kind !== 'message' || b?.kind !== 'message') return false;
  if (a.from !== b.from || a.agentName !== b.agentName || a.status === 'failed') return false;
  return Math.abs(b.at - a.at) < GROUP_MS;
}
