/**
 * The outbox: messages from the visitor's "Send" to the platform's echo. One message is inflight at a time. Only its echo, live or in a replay, makes
 * it sent; and it is sent again only if the history, read to its end and listened to, lacks it (docs/spec/delivery.md, D1 to D6).
 */

import { CLIENT_EVENT_ID, type Custom, type ServerEvent } from '../../protocol/events.ts';
import { tooLarge } from '../../protocol/frame-size.ts';
import type { InputOf } from '../state/inputs.ts';
import type { DeliveryStatus } from '../state/public-events.ts';
import type { OutboxEntry, SessionFacts, SessionState } from '../state/state.ts';
import { emit, send, stop, type Turn, timer } from '../state/step.ts';
import {
  AGAIN_MS,
  FRESH_MS,
  LISTEN_MIN_MS,
  LISTEN_SLOWEST_FACTOR,
  MAX_CONNECTED_MS,
  MAX_SENDS,
  ORPHAN_MS,
  RECEIPT_MAX_MS,
  RECEIPT_MIN_MS,
  RECEIPT_SLOWEST_FACTOR,
  RIGHT_MS,
} from '../state/timeouts.ts';
import type { Mutable } from '../transcript/view.ts';
import { awaitBeat, isOpen, ping } from './heartbeat.ts';

/** Delivery fields of a message that was never sent. */
const UNSENT = { status: 'queued', sends: 0, lastSentAt: null, spentMs: 0 } as const;

/** Adds a message to the queue; `pump` sends it. */
export function enqueue(turn: Turn, { id, text, custom, at }: InputOf<'sendRequested'>): void {
  const entry: OutboxEntry = { id, text, ...(custom && { custom }), at, ...UNSENT, stored: !turn.writeAhead };
  turn.outbox = [...turn.outbox, entry];
  // The draft may be another text, if the visitor chose a suggestion or the host page called `send()`.
  if (turn.draft === text) turn.draft = '';
  emit(turn, 'message', { id, from: 'user', text });
  delivery(turn, id, 'sending');
}

/** Sends the next message if none is inflight. If the agent has left, asks it back first (J6). */
export function pump(turn: Turn): void {
  const { session, outbox, phase, link, at } = turn;
  const entry = outbox.find(each => each.status === 'queued');
  // Messages go in order: one that is not stored yet holds up those after it.
  if (!entry?.stored || !session || phase.name !== 'active' || turn.ending) return;
  if (outbox.some(each => each.status === 'inflight')) return;
  const { id, text, sends } = entry;
  const { join, party } = turn.conversation.view;
  const custom = { ...entry.custom, [CLIENT_EVENT_ID]: id };
  if (refused(turn, entry, custom)) {
    pump(turn);
    return;
  }
  // A dead connection may still deliver bytes long after it was closed here. So no message is sent while a heartbeat is unanswered, and a heartbeat
  // is sent first if the socket has been quiet.
  if (link.ping !== null) return;
  if (at - session.lastActivityAt > FRESH_MS) {
    ping(turn);
    timer(turn, 'receipt', receiptMs(session));
    return;
  }
  // The last send is not spent on a join request.
  const asks = join === 'gone' && party !== 'queue' && sends < MAX_SENDS - 1;
  if (asks && !mayAsk(turn)) return;
  const sent: OutboxEntry = {
    ...entry,
    sends: sends + 1,
    ...(!asks && { status: 'inflight', lastSentAt: at, reached: false }),
  };
  turn.outbox = outbox.map(each => (each === entry ? sent : each));
  if (asks) {
    turn.phase = { name: 'joining' };
    askToJoin(turn);
    return;
  }
  send(turn, { type: 'USER_MESSAGE', text, custom });
  timer(turn, 'receipt', receiptMs(session));
  // If no receipt comes, a heartbeat sent after the message finds out if the network has lost it.
  timer(turn, 'heartbeat', receiptMs(session) / 2);
}

/** Fails a message that is too large for this session. A platform that closes the socket on it would do so each time. */
function refused(turn: Turn, entry: OutboxEntry, custom: Custom): boolean {
  const refusal = tooLarge(entry.text, custom, turn.conversation.view.capabilities.maxMessageBytes);
  if (!refusal) return false;
  turn.outbox = turn.outbox.map(each => (each === entry ? failed(turn, entry) : each));
  emit(turn, 'error', refusal);
  return true;
}

/** Marks messages that have reached the platform: the echoed heartbeat was sent after them on the same socket. */
export function noteReached(turn: Turn): void {
  const { openedAt, pingedAt } = turn.link;
  const isBefore = ({ status, lastSentAt, reached }: OutboxEntry) =>
    status === 'inflight' &&
    !reached &&
    lastSentAt !== null &&
    lastSentAt >= (openedAt ?? pingedAt) &&
    lastSentAt < pingedAt;
  if (turn.outbox.some(isBefore)) {
    turn.outbox = turn.outbox.map(entry => (isBefore(entry) ? { ...entry, reached: true } : entry));
  }
}

/**
 * Returns true if this tab may ask an agent to join now. One tab at a time has the right to. Before a tab uses it, it reads the history for a request
 * of the tab before. It asks only right after a heartbeat's echo, which shows that this page is not frozen.
 */
export function mayAsk(turn: Turn): boolean {
  const { joinRight, session, link, at } = turn;
  if (!joinRight || !session) return true;
  const { held, sure } = joinRight;
  const isFresh = link.ping === null && held !== null && link.pingedAt >= held && at - link.pingedAt <= RIGHT_MS;
  turn.joinRight = { ...joinRight, wanted: !(sure && isFresh) };
  if (held === null) turn.effects.push({ type: 'wantJoinRight' });
  else if (!sure) {
    // Treats the doubt as a request of this tab: reads the history, and listens.
    session.joinSentAt = at;
    timer(turn, 'receipt', 0);
  } else if (!isFresh && link.ping === null) ping(turn);
  return sure && isFresh;
}

/** Asks the agent to join, and awaits the echo as for a message. */
export function askToJoin(turn: Turn): void {
  const { session } = turn;
  if (!session) return;
  session.joinSentAt = turn.at;
  send(turn, { type: 'REQUEST_AGENT_JOIN', custom: { [CLIENT_EVENT_ID]: `join-${session.rejoins}` } });
  timer(turn, 'receipt', receiptMs(session));
}

/** Removes messages from the outbox that the platform has echoed. The echo is the only proof that a message arrived. */
export function confirm(turn: Turn, fresh: readonly ServerEvent[]): void {
  const { session, phase, outbox } = turn;
  if (outbox.length === 0) return;
  const echoed = new Set(fresh.map(event => event.type === 'USER_MESSAGE' && event.custom[CLIENT_EVENT_ID]));
  for (const entry of outbox) {
    if (!echoed.has(entry.id)) continue;
    turn.outbox = turn.outbox.filter(each => each !== entry);
    delivery(turn, entry.id, 'sent');
    // The join request may still wait for its own echo.
    if (!hasUnconfirmed(turn)) {
      stop(turn, 'receipt');
      if (isOpen(turn)) awaitBeat(turn);
    }
    // Only live echoes show that the conversation works and how long echoes take; a replay does not.
    if (!session || phase.name !== 'active') continue;
    session.rejoins = 0;
    turn.link.autoSessions = 0;
    heardEcho(session, turn.at - (entry.lastSentAt ?? turn.at));
  }
}

/** Notes how long an echo took. A longer time than the longest wait for a receipt means that the page was frozen. */
export function heardEcho(session: Mutable<SessionFacts>, tookMs: number): void {
  if (tookMs <= RECEIPT_MAX_MS) session.slowestEchoMs = Math.max(session.slowestEchoMs, tookMs);
}

/** Queues inflight messages again, in front, or fails them: the history lacks them, even after listening. */
export function requeueMissing(turn: Turn): void {
  turn.outbox = turn.outbox.map(entry => {
    if (entry.status !== 'inflight') return entry;
    const goesOn = entry.sends < MAX_SENDS && entry.spentMs < MAX_CONNECTED_MS;
    return goesOn ? { ...entry, status: 'queued' } : failed(turn, entry);
  });
}

/** Marks a message as failed, for the visitor to retry or discard. */
export function failed(turn: Turn, entry: OutboxEntry): OutboxEntry {
  if (entry.status === 'failed') return entry;
  delivery(turn, entry.id, 'failed');
  return { ...entry, status: 'failed' };
}

/** Fails inflight messages when the conversation is left: they may still arrive there, and would be sent twice. */
export function giveUpDoubtful(turn: Turn): void {
  turn.outbox = turn.outbox.map(entry => (entry.status === 'inflight' ? failed(turn, entry) : entry));
}

/** Resets messages for a new session: sends in the old session do not count, and unconfirmed messages are queued again. */
export function forNewSession(outbox: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return outbox.map(entry => ({ ...entry, ...UNSENT, status: entry.status === 'failed' ? 'failed' : 'queued' }));
}

/**
 * Implements the visitor's "Retry": queues the message at the end, under the same id. If it was sent before, the history may contain it: it counts as
 * inflight, so that the next replay decides.
 */
export function requeueFailed(turn: Turn, id: string): void {
  const entry = failedEntry(turn, id);
  if (!entry) return;
  const status = entry.lastSentAt === null ? 'queued' : 'inflight';
  // Stored before it is sent, too: after a reload the message counts as inflight, not as failed.
  const again: OutboxEntry = { ...entry, status, sends: 0, spentMs: 0, stored: !turn.writeAhead };
  turn.outbox = [...turn.outbox.filter(each => each !== entry), again];
  delivery(turn, id, 'sending');
}

export function failedEntry({ outbox }: SessionState, id: string): OutboxEntry | undefined {
  return outbox.find(entry => entry.id === id && entry.status === 'failed');
}

export function discard(turn: Turn, { id }: InputOf<'discardRequested'>): void {
  const failed = failedEntry(turn, id);
  if (!failed) return;
  turn.outbox = turn.outbox.filter(entry => entry !== failed);
}

/** Returns true if a message or a join request may have reached the platform without an echo. */
export function hasUnconfirmed({ session, outbox }: SessionState): boolean {
  return session?.joinSentAt != null || outbox.some(entry => entry.status === 'inflight');
}

export function receiptMs({ slowestEchoMs }: SessionFacts): number {
  return Math.min(RECEIPT_MAX_MS, Math.max(RECEIPT_MIN_MS, slowestEchoMs * RECEIPT_SLOWEST_FACTOR));
}

/**
 * Returns how long to listen after a replay, in milliseconds. The platform may be slow. And after an outage an operating system retransmits the bytes
 * of a connection that was closed here, after pauses that double each time: so a message arrives after twice the outage, if at all (D18).
 */
export function listenMs({ session, outbox, link, at }: Turn): number {
  const { slowestEchoMs = 0, joinSentAt = null } = session ?? {};
  const sent = [
    joinSentAt,
    ...outbox.map(entry => (entry.status === 'inflight' && !entry.reached ? entry.lastSentAt : null)),
  ];
  const arrivals = sent.map(sentAt => {
    if (sentAt === null || link.openedAt === null) return 0;
    return sentAt + Math.min(2 * (link.openedAt - sentAt) + AGAIN_MS, ORPHAN_MS) + slowestEchoMs;
  });
  return Math.max(LISTEN_MIN_MS, slowestEchoMs * LISTEN_SLOWEST_FACTOR, Math.max(...arrivals) - at);
}

export function delivery(turn: Turn, id: string, status: DeliveryStatus): void {
  emit(turn, 'delivery', { id, status });
}
