/**
 * The persistent events of one session: in order of sequence, each once, and the view that they add up to.
 * Arrival order does not matter: a late event is put in its place and the view is folded anew, so that the same events in any
 * order and with any duplicates give the same transcript (docs/spec/transcript.md, T1). Transient events are typing.ts.
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

/** A million events without a place fit between two that have one. */
const PLACELESS_STEP = 2 ** -20;

export function emptyConversation(): Conversation {
  return { log: [], ids: EMPTY_IDS, view: EMPTY_VIEW };
}

export interface Folded {
  readonly conversation: Conversation;
  /** The events that were not known before, in order of sequence. */
  readonly fresh: readonly ServerEvent[];
  /** Messages that these events finished, each reported once in the life of a conversation. */
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

/** Highest sequence in the log, or null. */
export function lastSequence(conversation: Conversation): number | null {
  const last = conversation.log.at(-1)?.sequence;
  return last == null ? null : Math.floor(last);
}

/** Sequence up to which the log has no hole, counted from `after`; null when there is nothing. */
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

/** Returns the events that are new, in order, and all known ids with theirs. */
function newPersistent(conversation: Conversation, events: readonly ServerEvent[]) {
  const { ids, add } = growing(conversation.ids, events.length);
  const fresh: ServerEvent[] = [];
  let placeless = conversation.log.at(-1)?.sequence ?? 0;
  let inOrder = true;
  for (const event of events) {
    if (TRANSIENT.has(event.type) || !add(event.id)) continue;
    // Without a sequence it has no place of its own: it stands where it arrived, a hair behind what came before, rather than be lost.
    placeless = event.sequence === null ? placeless + PLACELESS_STEP : Math.max(placeless, event.sequence);
    const placed = event.sequence === null ? { ...event, sequence: placeless } : event;
    const last = fresh.at(-1);
    inOrder &&= last === undefined || comparePlace(last, placed) < 0;
    fresh.push(placed);
  }
  // Most come so, and sorting thousands is felt even then.
  if (!inOrder) fresh.sort(comparePlace);
  return { ids, fresh };
}

function comparePlace(a: ServerEvent, b: ServerEvent): number {
  // Equal sequences should not be; the id keeps the order the same on every arrival.
  return (a.sequence ?? 0) - (b.sequence ?? 0) || (a.id > b.id ? 1 : -1);
}

/** Returns the messages that were added, and the earlier ones that are complete now. */
function finishedSince({ items: before, streams }: View, { items }: View): MessageItem[] {
  const from = streams.size > 0 ? 0 : before.length;
  return items.slice(from).filter((item, place): item is MessageItem => {
    const old = before[from + place];
    return isFinished(item) && !(old && isFinished(old));
  });
}

/** The same where all was folded anew, and nothing need be where it was. */
function finishedAnew(before: View, { items }: View): MessageItem[] {
  const done = new Set(before.items.filter(isFinished).map(item => item.key));
  return items.filter(isFinished).filter(item => !done.has(item.key));
}

const isFinished = (item: TimelineItem): item is MessageItem => item.kind === 'message' && !isStreaming(item);
