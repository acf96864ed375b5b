/**
 * From the visitor's Send to the platform's echo. One message is under way at a time; only its echo, live or in a replay, makes it sent,
 * and it is sent a second time only when the history, read to its end and listened to, lacks it (docs/RULES.md, D1 to D6).
 */

import { CLIENT_EVENT_ID, type ServerEvent } from '../protocol/events.ts';
import type { Effect } from './effect.ts';
import type { InputOf } from './input.ts';
import type { DeliveryStatus } from './public-event.ts';
import type { OutboxEntry, SessionFacts, SessionState } from './state.ts';
import { type Next, next } from './step.ts';
import {
  LISTEN_MIN_MS,
  LISTEN_SLOWEST_FACTOR,
  MAX_CONNECTED_MS,
  MAX_SENDS,
  RECEIPT_MAX_MS,
  RECEIPT_MIN_MS,
  RECEIPT_SLOWEST_FACTOR,
} from './timings.ts';

/** Keeps the message; `pump` sends it when its turn comes. */
export function enqueue(state: SessionState, input: InputOf<'sendRequested'>): Next {
  const { id, text, at } = input;
  const entry: OutboxEntry = { id, text, at, status: 'queued', sends: 0, lastSentAt: null, spentMs: 0 };
  return next(
    { ...state, outbox: [...state.outbox, entry], draft: '' },
    { type: 'emit', event: { name: 'message', detail: { id, from: 'user', text } } },
    delivery(id, 'sending'),
  );
}

/** Sends the next message if none is under way. */
export function pump(state: SessionState, at: number): Next {
  const { session, outbox } = state;
  if (state.phase.name !== 'active' || !session || outbox.some(entry => entry.status === 'inflight'))
    return next(state);
  const entry = outbox.find(each => each.status === 'queued');
  if (!entry) return next(state);
  const sent: OutboxEntry = { ...entry, status: 'inflight', sends: entry.sends + 1, lastSentAt: at };
  return next(
    { ...state, outbox: outbox.map(each => (each === entry ? sent : each)) },
    {
      type: 'sendFrame',
      attempt: state.link.attempt,
      event: { type: 'USER_MESSAGE', text: entry.text, custom: { [CLIENT_EVENT_ID]: entry.id } },
    },
    { type: 'setTimer', key: 'receipt', ms: receiptMs(session) },
  );
}

/** Takes out of the outbox what the platform has: these events are the only proof that a message arrived. */
export function confirm(state: SessionState, fresh: readonly ServerEvent[], at: number): Next {
  if (state.outbox.length === 0) return next(state);
  const echoed = new Set<string>();
  for (const event of fresh) {
    const id = event.type === 'USER_MESSAGE' ? event.custom[CLIENT_EVENT_ID] : undefined;
    if (id !== undefined) echoed.add(id);
  }
  const confirmed = state.outbox.filter(entry => echoed.has(entry.id));
  if (confirmed.length === 0) return next(state);
  const effects: Effect[] = confirmed.map(entry => delivery(entry.id, 'sent'));
  if (confirmed.some(entry => entry.status === 'inflight')) effects.push({ type: 'clearTimer', key: 'receipt' });
  const outbox = state.outbox.filter(entry => !echoed.has(entry.id));
  return next({ ...state, outbox, session: slower(state, confirmed, at) }, ...effects);
}

/** How long echoes take here: only those that came live say it, a replay says nothing about speed. */
function slower(state: SessionState, confirmed: readonly OutboxEntry[], at: number): SessionFacts | null {
  const { session, phase } = state;
  if (!session || phase.name !== 'active') return session;
  const took = confirmed.map(entry => (entry.lastSentAt === null ? 0 : at - entry.lastSentAt));
  return { ...session, slowestEchoMs: Math.max(session.slowestEchoMs, ...took) };
}

/** After history and listening lack them: what was under way is sent again, in front of the queue, or given up. */
export function requeueMissing(state: SessionState): Next {
  const effects: Effect[] = [];
  const outbox = state.outbox.map(entry => {
    if (entry.status !== 'inflight') return entry;
    const spent = entry.sends >= MAX_SENDS || entry.spentMs >= MAX_CONNECTED_MS;
    if (spent) effects.push(delivery(entry.id, 'failed'));
    return { ...entry, status: spent ? ('failed' as const) : ('queued' as const) };
  });
  return next({ ...state, outbox }, ...effects);
}

/** For a new session: nothing sent in the old one counts, and everything unconfirmed waits its turn again. */
export function forNewSession(outbox: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return outbox.map(entry => ({
    ...entry,
    status: entry.status === 'failed' ? 'failed' : 'queued',
    sends: 0,
    lastSentAt: null,
    spentMs: 0,
  }));
}

/**
 * The visitor's Retry: same id, at the end of the queue. One that was sent before may be in the history after all: it counts as under
 * way, so that the next replay decides.
 */
export function requeueFailed(state: SessionState, id: string): Next {
  const entry = state.outbox.find(each => each.id === id && each.status === 'failed');
  if (!entry) return next(state);
  const status = entry.lastSentAt === null ? 'queued' : 'inflight';
  const again: OutboxEntry = { ...entry, status, sends: 0, spentMs: 0 };
  const outbox = [...state.outbox.filter(each => each !== entry), again];
  return next({ ...state, outbox }, delivery(id, 'sending'));
}

export function discard(state: SessionState, id: string): Next {
  return next({ ...state, outbox: state.outbox.filter(entry => entry.id !== id || entry.status !== 'failed') });
}

/** Something may have reached the platform without our knowing. */
export function hasUnconfirmed(state: SessionState): boolean {
  return state.session?.joinSentAt != null || state.outbox.some(entry => entry.status === 'inflight');
}

export function receiptMs(session: SessionFacts): number {
  const patient = session.slowestEchoMs * RECEIPT_SLOWEST_FACTOR;
  return Math.min(RECEIPT_MAX_MS, Math.max(RECEIPT_MIN_MS, patient));
}

export function listenMs(session: SessionFacts | null): number {
  return Math.max(LISTEN_MIN_MS, (session?.slowestEchoMs ?? 0) * LISTEN_SLOWEST_FACTOR);
}

function delivery(id: string, status: DeliveryStatus): Effect {
  return { type: 'emit', event: { name: 'delivery', detail: { id, status } } };
}
