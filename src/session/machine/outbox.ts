/**
 * The outbox: messages from the visitor's "Send" to the platform's echo. One message is inflight at a time. A message counts as sent only when its
 * echo arrives, live or in a replay. It is sent again only if it is missing from the complete history, and has not arrived within a pause after the
 * replay (docs/spec/delivery.md, D1 to D6).
 */

import { CLIENT_EVENT_ID, type Custom, type ServerEvent } from '../../protocol/events.ts';
import { tooLarge } from '../../protocol/frame-size.ts';
import { hasContext } from '../state/context.ts';
import type { InputOf } from '../state/inputs.ts';
import type { DeliveryStatus } from '../state/public-events.ts';
import type { OutboxEntry, SessionFacts, SessionState } from '../state/state.ts';
import { emit, send, stop, type Turn, timer } from '../state/step.ts';
import {
  AGAIN_MS,
  CHAT_ANSWER_MS,
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
  // Clears the draft only if the draft itself was sent. The text may also be a suggestion, or come from a `send()` of the host page.
  if (turn.draft === text) turn.draft = '';
  emit(turn, 'message', { id, from: 'user', text });
  delivery(turn, id, 'sending');
}

/** Sends the next message if none is inflight. If the agent has left, first asks the agent to join again (J6). */
export function pump(turn: Turn): void {
  const { session, outbox, phase, link, at } = turn;
  const entry = outbox.find(each => each.status === 'queued');
  // Messages go in order: one that is not stored yet delays those after it.
  if (!entry?.stored || !session || phase.name !== 'active' || turn.ending) return;
  if (outbox.some(isInflight)) return;
  const { id, text, sends } = entry;
  const { join, party } = turn.conversation.view;
  const custom = { ...entry.custom, [CLIENT_EVENT_ID]: id };
  if (refused(turn, entry, custom)) {
    pump(turn);
    return;
  }
  // Sends no message on a doubtful socket: if the last event is old, sends a heartbeat first and awaits its echo. A dead connection may still
  // deliver a message long after the socket was closed, and a second send would duplicate it.
  if (link.ping !== null) return;
  if (at - session.lastActivityAt > FRESH_MS) {
    ping(turn);
    timer(turn, 'receipt', receiptMs(session));
    return;
  }
  // A join request counts as a send. The last send that is allowed is reserved for the message itself.
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
  // Sends a heartbeat before the receipt is due. If the heartbeat is echoed and the message is not, the message has reached the platform.
  timer(turn, 'heartbeat', receiptMs(session) / 2);
}

/** Marks a message that is too large for this session as failed. The platform would close the socket each time the message is sent. */
function refused(turn: Turn, entry: OutboxEntry, custom: Custom): boolean {
  const refusal = tooLarge(entry.text, custom, turn.conversation.view.capabilities.maxMessageBytes);
  if (!refusal) return false;
  turn.outbox = turn.outbox.map(each => (each === entry ? failed(turn, entry) : each));
  emit(turn, 'error', refusal);
  return true;
}

/** Marks the messages that have reached the platform: those that were sent on the same socket before the heartbeat that was echoed. */
export function noteReached(turn: Turn): void {
  const { openedAt, pingedAt } = turn.link;
  // Over Chat each message goes its own way.
  if (turn.session?.chat) return;
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
 * Returns true if this tab may ask an agent to join now. Only one tab at a time has the join right. Before the tab first uses the right, it
 * reads the history, in case the previous holder has already asked. The tab must use the right soon after the echo of a heartbeat: a page that
 * was frozen in between may have lost the right. With the right, the tab first asks the page for verified context, if the page gives it.
 */
export function mayAsk(turn: Turn): boolean {
  const { joinRight, session, link, at } = turn;
  if (!joinRight || !session) return hasContext(turn);
  const { held, sure } = joinRight;
  const isFresh = link.ping === null && held !== null && link.pingedAt >= held && at - link.pingedAt <= RIGHT_MS;
  turn.joinRight = { ...joinRight, wanted: !(sure && isFresh) };
  if (held === null) turn.effects.push({ type: 'wantJoinRight' });
  else if (!sure) {
    // Another tab may have asked. Acts as if this tab had asked: reads the history, and waits for a request that arrives late.
    session.joinSentAt = at;
    timer(turn, 'receipt', 0);
  } else if (!isFresh && link.ping === null) ping(turn);
  return sure && isFresh && hasContext(turn);
}

/** Asks the agent to join, and awaits the echo as for a message. */
export function askToJoin(turn: Turn): void {
  const { session } = turn;
  if (!session) return;
  session.joinSentAt = turn.at;
  send(turn, { type: 'REQUEST_AGENT_JOIN', custom: { [CLIENT_EVENT_ID]: `join-${session.rejoins}` } });
  timer(turn, 'receipt', receiptMs(session));
}

/** Removes from the outbox the messages that the platform has echoed. The echo is the only proof that a message arrived. */
export function confirm(turn: Turn, fresh: readonly ServerEvent[]): void {
  const { session, phase, outbox } = turn;
  if (outbox.length === 0) return;
  const echoed = new Set(fresh.map(event => event.type === 'USER_MESSAGE' && event.custom[CLIENT_EVENT_ID]));
  for (const entry of outbox) {
    if (!echoed.has(entry.id)) continue;
    turn.outbox = turn.outbox.filter(each => each !== entry);
    delivery(turn, entry.id, 'sent');
    // Keeps waiting for a receipt while a join request is unconfirmed.
    if (!hasUnconfirmed(turn)) {
      stop(turn, 'receipt');
      // Over Chat the wait after a replay is long.
      if (session?.chat) timer(turn, 'listen', 0);
      if (isOpen(turn)) awaitBeat(turn);
    }
    // Only a live echo shows that the conversation works, and how long echoes take.
    if (!session || phase.name !== 'active') continue;
    session.rejoins = 0;
    turn.link.autoSessions = 0;
    heardEcho(session, turn.at - (entry.lastSentAt ?? turn.at));
  }
}

/**
 * Gives messages that were looked up over Chat the ids of unconfirmed messages with the same words: Chat keeps no ids. Skips events that the transcript
 * has, so that one turn confirms one message.
 */
export function withOwnIds(
  { session, outbox, conversation: { log } }: Turn,
  events: readonly ServerEvent[],
): readonly ServerEvent[] {
  if (!session?.chat) return events;
  const sent = outbox.filter(({ status, lastSentAt }) => status !== 'queued' || lastSentAt !== null);
  // Prefers one that would be sent again.
  let open = [...sent.filter(isInflight), ...sent];
  return events.map(event => {
    const isNamed = event.type !== 'USER_MESSAGE' || event.custom[CLIENT_EVENT_ID] !== undefined;
    if (isNamed || log.some(({ id }) => id === event.id)) return event;
    const own = open.find(({ text }) => text.trim() === event.text.trim());
    if (!own) return event;
    open = open.filter(each => each !== own);
    return { ...event, custom: { [CLIENT_EVENT_ID]: own.id } };
  });
}

export const isInflight = ({ status }: OutboxEntry): boolean => status === 'inflight';

/** Notes how long an echo took. Ignores times above RECEIPT_MAX_MS, which mean that the page was frozen. */
export function heardEcho(session: Mutable<SessionFacts>, tookMs: number): void {
  if (tookMs <= RECEIPT_MAX_MS) session.slowestEchoMs = Math.max(session.slowestEchoMs, tookMs);
}

/**
 * Queues inflight messages again, because they are missing from the history. Marks those that were sent too often, or tried for too long, as
 * failed.
 */
export function requeueMissing(turn: Turn): void {
  turn.outbox = turn.outbox.map(entry => {
    if (!isInflight(entry)) return entry;
    const goesOn = entry.sends < MAX_SENDS && entry.spentMs < MAX_CONNECTED_MS && !isBlind(turn);
    if (goesOn) return { ...entry, status: 'queued' };
    return (isBlind(turn) ? failedInDoubt : failed)(turn, entry);
  });
}

/** Returns true if no history can show what has become of a message: only the visitor may send it again. */
const isBlind = ({ session, link }: SessionState): boolean => session?.chat === true && link.chat !== 'look-up';

/** Marks a message as failed, for the visitor to retry or discard. */
export function failed(turn: Turn, entry: OutboxEntry): OutboxEntry {
  if (entry.status === 'failed') return entry;
  delivery(turn, entry.id, 'failed');
  return { ...entry, status: 'failed' };
}

/** Marks a message as failed that may have arrived. */
const failedInDoubt = (turn: Turn, entry: OutboxEntry): OutboxEntry => ({ ...failed(turn, entry), inDoubt: true });

/**
 * Marks inflight messages as failed when the visitor leaves the conversation. They may still arrive in the old one, so they are not sent
 * automatically in the new one.
 */
export function giveUpDoubtful(turn: Turn): void {
  turn.outbox = turn.outbox.map(entry => (isInflight(entry) ? failedInDoubt(turn, entry) : entry));
}

/** Resets messages for a new session: forgets the sends of the old one, and queues unconfirmed messages again. */
export function forNewSession(outbox: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return outbox.map(entry => ({ ...entry, ...UNSENT, status: entry.status === 'failed' ? 'failed' : 'queued' }));
}

/**
 * Implements the visitor's "Retry": moves the message to the end, with the same id. If it was sent before, it becomes inflight, because the history
 * may contain it: the next replay decides.
 */
export function requeueFailed(turn: Turn, id: string): void {
  const entry = failedEntry(turn, id);
  if (!entry) return;
  const status = entry.lastSentAt === null || isBlind(turn) ? 'queued' : 'inflight';
  // Has the new status stored before the message is sent: after a reload, a message that is stored as failed would not be looked up in the history.
  const { inDoubt: _, ...rest } = entry;
  const again: OutboxEntry = { ...rest, status, sends: 0, spentMs: 0, stored: !turn.writeAhead };
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
  return session?.joinSentAt != null || outbox.some(isInflight);
}

export function receiptMs({ slowestEchoMs, chat }: SessionFacts): number {
  if (chat) return CHAT_ANSWER_MS;
  return Math.min(RECEIPT_MAX_MS, Math.max(RECEIPT_MIN_MS, slowestEchoMs * RECEIPT_SLOWEST_FACTOR));
}

/**
 * Returns how long to wait after a replay for late messages, in milliseconds. The platform may be slow. In addition, the operating system
 * retransmits the bytes of a closed connection after an outage, with pauses that double each time. A message may thus arrive as late as twice the
 * length of the outage after it was sent (D18).
 */
export function listenMs(turn: Turn): number {
  const { session, outbox, link, at } = turn;
  const { slowestEchoMs = 0, joinSentAt = null, chat } = session ?? {};
  // Nothing would be learned by waiting.
  if (isBlind(turn)) return 0;
  const sent = [
    joinSentAt,
    ...outbox.map(entry => (entry.status === 'inflight' && !entry.reached ? entry.lastSentAt : null)),
  ];
  const arrivals = sent.map(sentAt => {
    if (sentAt === null || link.openedAt === null) return 0;
    if (chat) return sentAt + CHAT_ANSWER_MS;
    return sentAt + Math.min(2 * (link.openedAt - sentAt) + AGAIN_MS, ORPHAN_MS) + slowestEchoMs;
  });
  return Math.max(LISTEN_MIN_MS, slowestEchoMs * LISTEN_SLOWEST_FACTOR, Math.max(...arrivals) - at);
}

export function delivery(turn: Turn, id: string, status: DeliveryStatus): void {
  emit(turn, 'delivery', { id, status });
}
