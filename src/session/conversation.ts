/**
 * The persistent events of one session: in order of sequence, each once, and the view that they add up to.
 * Arrival order does not matter: a late event is put in its place and the view is folded anew, so that the same events in any
 * order and with any duplicates give the same transcript (docs/RULES.md, T1). Transient events are typing.ts.
 */

import type { ServerEvent } from '../protocol/events.ts';
import { CLIENT_EVENT_ID, TRANSIENT } from '../protocol/events.ts';
import { EMPTY_IDS, hasId, type IdSet, withIds } from './id-set.ts';
import type { MessageItem } from './timeline.ts';
import { EMPTY_VIEW, eventKey, foldView, messageKey, userKey, type View } from './view.ts';

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
  const fresh = newPersistent(conversation, events).sort(comparePlace);
  const [first] = fresh;
  if (!first) return { conversation, fresh, finished: [] };
  const last = conversation.log.at(-1);
  const log = [...conversation.log, ...fresh];
  const late = last !== undefined && comparePlace(first, last) < 0;
  const view = late ? foldView(EMPTY_VIEW, log.sort(comparePlace)) : foldView(conversation.view, fresh);
  const ids = withIds(
    conversation.ids,
    fresh.map(event => event.id),
  );
  return { conversation: { log, ids, view }, fresh, finished: finishedBy(conversation.view, view, fresh) };
}

/** Highest sequence in the log, or null. */
export function lastSequence(conversation: Conversation): number | null {
  const last = conversation.log.at(-1)?.sequence;
  return last == null ? null : Math.floor(last);
}

/** Sequence up to which the log has no hole, counted from `after`; null when there is nothing. */
export function unbrokenUpTo(conversation: Conversation, after: number | null): number | null {
  const { log } = conversation;
  const start = after === null ? 0 : log.findLastIndex(event => (event.sequence ?? 0) <= after) + 1;
  let end = after;
  for (let place = start; place < log.length; place++) {
    const sequence = log[place]?.sequence ?? 0;
    if (end !== null && sequence > end + 1) break;
    end = Math.floor(sequence);
  }
  return end;
}

function newPersistent(conversation: Conversation, events: readonly ServerEvent[]): ServerEvent[] {
  const seen = new Set<string>();
  const fresh: ServerEvent[] = [];
  let placeless = conversation.log.at(-1)?.sequence ?? 0;
  for (const event of events) {
    if (TRANSIENT.has(event.type) || hasId(conversation.ids, event.id) || seen.has(event.id)) continue;
    seen.add(event.id);
    // Without a sequence it has no place of its own: it stands where it arrived, a hair behind what came before, rather than be lost.
    placeless = event.sequence === null ? placeless + PLACELESS_STEP : Math.max(placeless, event.sequence);
    fresh.push(event.sequence === null ? { ...event, sequence: placeless } : event);
  }
  return fresh;
}

function comparePlace(a: ServerEvent, b: ServerEvent): number {
  // Equal sequences should not be; the id keeps the order the same on every arrival.
  return (a.sequence ?? 0) - (b.sequence ?? 0) || (a.id < b.id ? -1 : 1);
}

/** Looks only at what the fresh events can have finished: their own messages, and replies that were open before. */
function finishedBy(before: View, after: View, fresh: readonly ServerEvent[]): MessageItem[] {
  const keys = new Set([...before.streams.keys()].map(messageKey));
  for (const event of fresh) {
    if (event.type === 'USER_MESSAGE') keys.add(userKey(event.custom[CLIENT_EVENT_ID] ?? '')).add(eventKey(event));
    else if ('messageId' in event) keys.add(messageKey(event.messageId));
  }
  const done = new Set(finishedOf(before, keys).map(item => item.key));
  return finishedOf(after, keys).filter(item => !done.has(item.key));
}

/** The finished messages with these keys, oldest first; searched from the end, where they nearly always are. */
function finishedOf({ items }: View, keys: ReadonlySet<string>): MessageItem[] {
  const found: MessageItem[] = [];
  let sought = keys.size;
  for (let place = items.length - 1; place >= 0 && sought > 0; place--) {
    const item = items[place];
    if (item?.kind !== 'message' || !keys.has(item.key)) continue;
    sought -= 1;
    if (item.status !== 'streaming') found.push(item);
  }
  return found.reverse();
}
