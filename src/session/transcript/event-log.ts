/**
 * Keeps the persistent events of one session, sorted by sequence and without duplicates, and the view computed from them. After a late event the view
 * is computed again from all events, so the order of arrival does not change the transcript (docs/spec/transcript.md, T1). Transient events are in
 * typing.ts.
 */

import type { ServerEvent } from '../../protocol/events.ts';
import { TRANSIENT } from '../../protocol/events.ts';
import { EMPTY_IDS, growing, type IdSet } from './id-set.ts';
import type { MessageItem, TimelineItem } from './items.ts';
import { EMPTY_VIEW, foldView, isStreaming, type View } from './view.ts';

export interface Conversation {
  readonly log: readonly ServerEvent[];
  readonly ids: IdSet;
  readonly view: View;
}

/** An event without a sequence gets the sequence of the event before it plus this step. A million such events fit between two real sequences. */
const PLACELESS_STEP = 2 ** -20;

export function emptyConversation(): Conversation {
  return { log: [], ids: EMPTY_IDS, view: EMPTY_VIEW };
}

export interface Folded {
  readonly conversation: Conversation;
  /** Events that were not known before, in order of sequence. */
  readonly fresh: readonly ServerEvent[];
  /** Messages that these events have completed. */
  readonly finished: readonly MessageItem[];
}

export function foldEvents(conversation: Conversation, events: readonly ServerEvent[]): Folded {
  const { log: before, view: old } = conversation;
  const { ids, fresh } = newPersistent(conversation, events);
  const [first] = fresh;
  if (!first) return { conversation, fresh, finished: [] };
  const last = before.at(-1);
  const late = last !== undefined && comparePlace(first, last) < 0;
  const log = before.concat(fresh);
  const view = late ? foldView(EMPTY_VIEW, log.sort(comparePlace)) : foldView(old, fresh);
  const finished = late ? finishedAnew(old, view) : finishedSince(old, view);
  return { conversation: { log, ids, view }, fresh, finished };
}

/** Returns the highest sequence in the log; null if there is none. */
export function lastSequence(conversation: Conversation): number | null {
  const last = conversation.log.at(-1)?.sequence;
  return last == null ? null : Math.floor(last);
}

/** Returns the sequence up to which the log is complete after `after`; null if the log is empty. */
export function unbrokenUpTo(conversation: Conversation, after: number | null): number | null {
  const { log } = conversation;
  let start = after === null ? 0 : log.length;
  while (start > 0 && (log[start - 1]?.sequence ?? 0) > (after ?? 0)) start -= 1;
  let end = after;
  for (let place = start; place < log.length; place++) {
    const sequence = log[place]?.sequence ?? 0;
    if (end !== null && sequence > end + 1) break;
    end = Math.floor(sequence);
  }
  return end;
}

/** Returns the new events in order, and all known ids including theirs. */
function newPersistent(conversation: Conversation, events: readonly ServerEvent[]) {
  const { ids, add } = growing(conversation.ids, events.length);
  const fresh: ServerEvent[] = [];
  let placeless = conversation.log.at(-1)?.sequence ?? 0;
  let inOrder = true;
  for (const event of events) {
    if (TRANSIENT.has(event.type) || !add(event.id)) continue;
    // An event without a sequence is not dropped, but placed right after the event that arrived before it.
    placeless = event.sequence === null ? placeless + PLACELESS_STEP : Math.max(placeless, event.sequence);
    const placed = event.sequence === null ? { ...event, sequence: placeless } : event;
    const last = fresh.at(-1);
    inOrder &&= last === undefined || comparePlace(last, placed) < 0;
    fresh.push(placed);
  }
  // Skips the sort if possible: most events arrive in order, and sorting thousands takes noticeable time.
  if (!inOrder) fresh.sort(comparePlace);
  return { ids, fresh };
}

function comparePlace(a: ServerEvent, b: ServerEvent): number {
  // Sequences should be unique; the id makes the order of equal ones independent of arrival.
  return (a.sequence ?? 0) - (b.sequence ?? 0) || (a.id > b.id ? 1 : -1);
}

/** Returns complete messages that are new, and earlier ones that have become complete. */
function finishedSince({ items: before, streams }: View, { items }: View): MessageItem[] {
  const from = streams.size > 0 ? 0 : before.length;
  return items.slice(from).filter((item, place): item is MessageItem => {
    const old = before[from + place];
    return isFinished(item) && !(old && isFinished(old));
  });
}

/** Does the same as `finishedSince` for a view that was computed again, in which any item may have moved. */
function finishedAnew(before: View, { items }: View): MessageItem[] {
  const done = new Set(before.items.filter(isFinished).map(item => item.key));
  return items.filter(isFinished).filter(item => !done.has(item.key));
}

const isFinished = (item: TimelineItem): item is MessageItem => item.kind === 'message' && !isStreaming(item);
