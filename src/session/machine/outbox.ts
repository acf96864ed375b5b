/**
 * From the visitor's Send to the platform's echo. One message is under way at a time; only its echo, live or in a replay, makes it sent,
 * and it is sent a second time only when the history, read to its end and listened to, lacks it (docs/spec/delivery.md, D1 to D6).
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

/** Keeps the message; `pump` sends it when its turn comes. */
export function enqueue(turn: Turn, { id, text, custom, at }: InputOf<'sendRequested'>): void {
  const entry: OutboxEntry = { id, text, ...(custom && { custom }), at, ...UNSENT, stored: !turn.writeAhead };
  turn.outbox = [...turn.outbox, entry];
  // The draft may be another text: the visitor chose a suggestion, or the host page sends.
  if (turn.draft === text) turn.draft = '';
  emit(turn, 'message', { id, from: 'user', text });
  delivery(turn, id, 'sending');
}

/** Sends the next message if none is under way, and if somebody is there to take it: else the agent is asked back first (J6). */
export function pump(turn: Turn): void {
  const { session, outbox, phase, link, at } = turn;
  const entry = outbox.find(each => each.status === 'queued');
  // In order: what is not safely written yet holds up what comes after it.
  if (!entry?.stored || !session || phase.name !== 'active' || turn.ending) return;
  if (outbox.some(each => each.status === 'inflight')) return;
  const { id, text, sends } = entry;
  const { join, party } = turn.conversation.view;
  const custom = { ...entry.custom, [CLIENT_EVENT_ID]: id };
  if (refused(turn, entry, custom)) {
    pump(turn);
    return;
  }
  // Bytes written to a connection that has died unnoticed may still arrive, long after this side has closed it. So no message
  // passes a heartbeat that is out, and a heartbeat goes first if none was sent.
  if (link.ping !== null) return;
  if (at - session.lastActivityAt > FRESH_MS) {
    ping(turn);
    timer(turn, 'receipt', receiptMs(session));
    return;
  }
  // The last try of all is the message's own.
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
  // If no receipt comes, a heartbeat behind the message finds out if the network has lost it.
  timer(turn, 'heartbeat', receiptMs(session) / 2);
}

/** Refuses a message that is too large for this session. A platform that closes the socket on it would do so with every try. */
function refused(turn: Turn, entry: OutboxEntry, custom: Custom): boolean {
  const refusal = tooLarge(entry.text, custom, turn.conversation.view.capabilities.maxMessageBytes);
  if (!refusal) return false;
  turn.outbox = turn.outbox.map(each => (each === entry ? failed(turn, entry) : each));
  emit(turn, 'error', refusal);
  return true;
}

/** The heartbeat that has come back was sent behind what is under way, if that went over the same socket and before it. */
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
 * Returns true if this tab may ask an agent to join now. One tab at a time has the right to. Before a tab uses it, it reads the history for a
 * request of the tab before; and it asks only just after a heartbeat's echo, which shows that this page does not stand still.
 */
export function mayAsk(turn: Turn): boolean {
  const { joinRight, session, link, at } = turn;
  if (!joinRight || !session) return true;
  const { held, sure } = joinRight;
  const isFresh = link.ping === null && held !== null && link.pingedAt >= held && at - link.pingedAt <= RIGHT_MS;
  turn.joinRight = { ...joinRight, wanted: !(sure && isFresh) };
  if (held === null) turn.effects.push({ type: 'wantJoinRight' });
  else if (!sure) {
    // Treated like a request of this tab: reads the history, and listens.
    session.joinSentAt = at;
    timer(turn, 'receipt', 0);
  } else if (!isFresh && link.ping === null) ping(turn);
  return sure && isFresh;
}

/** Its echo is awaited like that of a message. */
export function askToJoin(turn: Turn): void {
  const { session } = turn;
  if (!session) return;
  session.joinSentAt = turn.at;
  send(turn, { type: 'REQUEST_AGENT_JOIN', custom: { [CLIENT_EVENT_ID]: `join-${session.rejoins}` } });
  timer(turn, 'receipt', receiptMs(session));
}

/** Takes out of the outbox what the platform has: these events are the only proof that a message arrived. */
export function confirm(turn: Turn, fresh: readonly ServerEvent[]): void {
  const { session, phase, outbox } = turn;
  if (outbox.length === 0) return;
  const echoed = new Set(fresh.map(event => event.type === 'USER_MESSAGE' && event.custom[CLIENT_EVENT_ID]));
  for (const entry of outbox) {
    if (!echoed.has(entry.id)) continue;
    turn.outbox = turn.outbox.filter(each => each !== entry);
    delivery(turn, entry.id, 'sent');
    // The request for an agent may still wait for its own.
    if (!hasUnconfirmed(turn)) {
      stop(turn, 'receipt');
      if (isOpen(turn)) awaitBeat(turn);
    }
    // Only what comes live says that the conversation works, and how long echoes take here; a replay is of another time.
    if (!session || phase.name !== 'active') continue;
    session.rejoins = 0;
    turn.link.autoSessions = 0;
    heardEcho(session, turn.at - (entry.lastSentAt ?? turn.at));
  }
}

/** After the longest wait for a receipt nothing comes live any more: what seems to have taken longer was slept through here. */
export function heardEcho(session: Mutable<SessionFacts>, tookMs: number): void {
  if (tookMs <= RECEIPT_MAX_MS) session.slowestEchoMs = Math.max(session.slowestEchoMs, tookMs);
}

/** After history and listening lack them: what was under way is sent again, in front of the queue, or given up. */
export function requeueMissing(turn: Turn): void {
  turn.outbox = turn.outbox.map(entry => {
    if (entry.status !== 'inflight') return entry;
    const goesOn = entry.sends < MAX_SENDS && entry.spentMs < MAX_CONNECTED_MS;
    return goesOn ? { ...entry, status: 'queued' } : failed(turn, entry);
  });
}

/** It is the visitor's to decide about now. */
export function failed(turn: Turn, entry: OutboxEntry): OutboxEntry {
  if (entry.status === 'failed') return entry;
  delivery(turn, entry.id, 'failed');
  return { ...entry, status: 'failed' };
}

/** Fails messages under way when the conversation is left: they may still arrive there, and would be said twice. */
export function giveUpDoubtful(turn: Turn): void {
  turn.outbox = turn.outbox.map(entry => (entry.status === 'inflight' ? failed(turn, entry) : entry));
}

/** For a new session: nothing sent in the old one counts, and everything unconfirmed waits its turn again. */
export function forNewSession(outbox: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return outbox.map(entry => ({ ...entry, ...UNSENT, status: entry.status === 'failed' ? 'failed' : 'queued' }));
}

/**
 * The visitor's Retry: same id, at the end of the queue. One that was sent before may be in the history after all: it counts as under
 * way, so that the next replay decides.
 */
export function requeueFailed(turn: Turn, id: string): void {
  const entry = failedEntry(turn, id);
  if (!entry) return;
  const status = entry.lastSentAt === null ? 'queued' : 'inflight';
  // That it is tried again is written first, too: after a reload it counts as under way, not as failed.
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

/** Something may have reached the platform without our knowing. */
export function hasUnconfirmed({ session, outbox }: SessionState): boolean {
  return session?.joinSentAt != null || outbox.some(entry => entry.status === 'inflight');
}

export function receiptMs({ slowestEchoMs }: SessionFacts): number {
  return Math.min(RECEIPT_MAX_MS, Math.max(RECEIPT_MIN_MS, slowestEchoMs * RECEIPT_SLOWEST_FACTOR));
}

/**
 * How long to listen behind a replay. The platform may be slow; and where the network has swallowed all, a system goes on sending what it has
 * of a message, on the connection that has been given up here: each time after twice the time, so it arrives after twice the outage, if at all.
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
