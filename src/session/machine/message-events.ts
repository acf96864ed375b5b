/** Emits `message` events, once for each complete message and each interrupted reply. Counts unread messages. */

import { CLIENT_EVENT_ID, type ServerEvent } from '../../protocol/events.ts';
import type { InputOf } from '../state/inputs.ts';
import type { SessionState } from '../state/state.ts';
import { changeView, emit, type Turn, timer } from '../state/step.ts';
import { STREAM_SILENCE_MS } from '../state/timeouts.ts';
import { MAX_STREAMS } from '../transcript/chunk-stream.ts';
import type { MessageItem, TimelineItem } from '../transcript/items.ts';
import { eventKey, messageKey, userKey } from '../transcript/message-keys.ts';
import { interruptStreams, isStreaming, oldestOpen, type View } from '../transcript/view.ts';

/**
 * Emits `message` events in the order of the platform's events. For each event of the platform, calls `announce`, which emits all other public
 * events.
 */
export function tellInOrder(
  turn: Turn,
  finished: readonly MessageItem[],
  events: readonly ServerEvent[],
  announce: (event: ServerEvent) => void,
): void {
  // The visitor's messages arrive complete and in order, so their ids need not be compared.
  const isOf = (event: ServerEvent, place: number) =>
    'messageId' in event && (event.type === 'USER_MESSAGE' || event.messageId === finished[place]?.id);
  if (finished.length === events.length && events.every(isOf)) {
    // A fast path: each event is one complete message, as in a history of thousands.
    countUnread(
      turn,
      finished.reduce((others, item) => others + say(turn, item), 0),
    );
    return;
  }
  const places = new Map<string, number>();
  events.forEach((event, place) => {
    if (!('messageId' in event)) return;
    const own = userKey(`${event.custom[CLIENT_EVENT_ID]}`);
    for (const key of [messageKey(event.messageId), own, eventKey(event)]) places.set(key, place);
  });
  // An interrupted reply may have no chunk among these events; it then comes first.
  const placeOf = ({ key }: MessageItem) => places.get(key) ?? 0;
  const due = [...finished].sort((a, b) => placeOf(a) - placeOf(b));
  let others = 0;
  let told = 0;
  events.forEach((event, place) => {
    for (let item = due[told]; item && placeOf(item) <= place; item = due[++told]) others += say(turn, item);
    announce(event);
  });
  countUnread(turn, others);
}

/** Emits the event of a message unless it was emitted before. Returns the number of messages that count as unread: 0 or 1. */
function say(turn: Turn, { id, from, text, status }: MessageItem): number {
  if (turn.unfinished.includes(id)) return 0;
  // Remembers no more interrupted replies than streams are kept, because a reply cannot continue without its stream.
  if (status === 'interrupted') turn.unfinished = [...turn.unfinished, id].slice(-MAX_STREAMS);
  emit(turn, 'message', { id, from, text });
  return from === 'user' ? 0 : 1;
}

function countUnread(turn: Turn, others: number): void {
  if (isSeen(turn) || others === 0) return;
  turn.unread += others;
  emit(turn, 'unread', { count: turn.unread });
}

/** Returns true if the visitor sees replies in this tab as they arrive. */
export const isInView = ({ sight, panelOpen }: SessionState): boolean => sight > (panelOpen ? 0 : 1);

const isSeen = (turn: Turn): boolean => turn.seenElsewhere || isInView(turn);

export function looked(turn: Turn, { sight }: InputOf<'looked'>): void {
  turn.sight = sight;
  readSeen(turn);
}

export function seenElsewhere(turn: Turn, { seen }: InputOf<'seenElsewhere'>): void {
  turn.seenElsewhere = seen;
  readSeen(turn);
}

/** Counts messages as read while they are in view, in this or another tab. */
export function readSeen(turn: Turn): void {
  if (!isSeen(turn) || turn.unread === 0) return;
  turn.unread = 0;
  emit(turn, 'unread', { count: 0 });
}

/** Interrupts the replies whose rest will not come, by default all open ones, and emits their text so far. */
export function breakOff(turn: Turn, broken = turn.conversation.view.items.filter(isStreaming)): void {
  if (broken.length === 0) return;
  const ids = broken.map(({ id }) => id);
  changeView(turn, view => interruptStreams(view, ids));
  let others = 0;
  for (const item of broken) others += say(turn, { ...item, status: 'interrupted' });
  countUnread(turn, others);
}

/** Marks replies as interrupted again after a late event has caused a new fold of the whole log, except those whose text has grown. */
export function stayCut(turn: Turn, { items: before }: View): void {
  const { items, streams } = turn.conversation.view;
  if (streams.size === 0) return;
  const open = items.filter(isStreaming).filter(({ id }) => turn.unfinished.includes(id));
  const isSame = (now: MessageItem, item: TimelineItem) =>
    item.key === now.key && item.kind === 'message' && item.status === 'interrupted' && item.text === now.text;
  const ids = open.filter(now => before.some(item => isSame(now, item))).map(({ id }) => id);
  if (ids[0]) changeView(turn, view => interruptStreams(view, ids));
}

/** Interrupts the oldest open reply, which has had no chunk for too long. Then the timer runs for the next open reply. */
export function silenceDue(turn: Turn): void {
  const oldest = oldestOpen(turn.conversation.view);
  if (oldest) breakOff(turn, [oldest]);
  if (oldestOpen(turn.conversation.view)) timer(turn, 'silence', STREAM_SILENCE_MS);
}
