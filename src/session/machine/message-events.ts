/**
 * The `message` events for the page, each once in the life of a conversation: of messages that are finished, and of those that have broken off; and
 * which of them count as unread.
 */

import { CLIENT_EVENT_ID, type ServerEvent } from '../../protocol/events.ts';
import type { InputOf } from '../state/inputs.ts';
import type { SessionState } from '../state/state.ts';
import { changeView, emit, type Turn, timer } from '../state/step.ts';
import { STREAM_SILENCE_MS } from '../state/timeouts.ts';
import { MAX_STREAMS } from '../transcript/chunk-stream.ts';
import type { MessageItem, TimelineItem } from '../transcript/items.ts';
import { eventKey, messageKey, userKey } from '../transcript/message-keys.ts';
import { interruptStreams, isStreaming, oldestOpen, type View } from '../transcript/view.ts';

/** Each in its turn, behind what came before it. `announce`: what else there is to hear of an event. */
export function tellInOrder(
  turn: Turn,
  finished: readonly MessageItem[],
  events: readonly ServerEvent[],
  announce: (event: ServerEvent) => void,
): void {
  // Messages of the visitor are complete on arrival, in order.
  const isOf = (event: ServerEvent, place: number) =>
    'messageId' in event && (event.type === 'USER_MESSAGE' || event.messageId === finished[place]?.id);
  if (finished.length === events.length && events.every(isOf)) {
    // A history of thousands of whole messages, say: each is where its event is, and none is looked for.
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
  // Replies that were broken off have no chunk among these events, or an earlier one.
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

/** Tells the page, unless it has heard of it before; and how many there are to read. */
function say(turn: Turn, { id, from, text, status }: MessageItem): number {
  if (turn.unfinished.includes(id)) return 0;
  // A reply can only go on as long as its chunks are remembered.
  if (status === 'interrupted') turn.unfinished = [...turn.unfinished, id].slice(-MAX_STREAMS);
  emit(turn, 'message', { id, from, text });
  return from === 'user' ? 0 : 1;
}

function countUnread(turn: Turn, others: number): void {
  if (isSeen(turn) || others === 0) return;
  turn.unread += others;
  emit(turn, 'unread', { count: turn.unread });
}

/** Returns true if the visitor of this tab sees replies as they come. */
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

/** Counts messages as read while they are in view, here or in another tab. */
export function readSeen(turn: Turn): void {
  if (!isSeen(turn) || turn.unread === 0) return;
  turn.unread = 0;
  emit(turn, 'unread', { count: 0 });
}

/** Nothing more comes of what is being written, or of these: it is told as it stands. */
export function breakOff(turn: Turn, broken = turn.conversation.view.items.filter(isStreaming)): void {
  if (broken.length === 0) return;
  const ids = broken.map(({ id }) => id);
  changeView(turn, view => interruptStreams(view, ids));
  let others = 0;
  for (const item of broken) others += say(turn, { ...item, status: 'interrupted' });
  countUnread(turn, others);
}

/** A reply that was given up stays so where a late event has had all of it read anew, unless more of it has come. */
export function stayCut(turn: Turn, { items: before }: View): void {
  const { items, streams } = turn.conversation.view;
  if (streams.size === 0) return;
  const open = items.filter(isStreaming).filter(({ id }) => turn.unfinished.includes(id));
  const isSame = (now: MessageItem, item: TimelineItem) =>
    item.key === now.key && item.kind === 'message' && item.status === 'interrupted' && item.text === now.text;
  const ids = open.filter(now => before.some(item => isSame(now, item))).map(({ id }) => id);
  if (ids[0]) changeView(turn, view => interruptStreams(view, ids));
}

/** The oldest reply that is not whole has been silent for long. What was begun behind it may go on, and has its own time. */
export function silenceDue(turn: Turn): void {
  const oldest = oldestOpen(turn.conversation.view);
  if (oldest) breakOff(turn, [oldest]);
  if (oldestOpen(turn.conversation.view)) timer(turn, 'silence', STREAM_SILENCE_MS);
}
