/** The life of one open socket: heartbeats, the end of it, and a fresh one in its place. */

import { CLIENT_EVENT_ID } from '../protocol/events.ts';
import { HEARTBEAT_INTERVAL_SECONDS } from '../protocol/limits.ts';
import { backOff, begin } from './attempts.ts';
import type { TimerKey } from './effect.ts';
import type { SessionState } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { PONG_MS } from './timings.ts';

/** Timers that belong to one socket and die with it. */
const SOCKET_TIMERS: readonly TimerKey[] = [
  'receipt',
  'listen',
  'heartbeat',
  'pong',
  'stable',
  'rejoin',
  'hole',
  'ownTyping',
];

/** Forgets the socket and what hung on it; the time it was connected is charged to the message that was on its way. */
export function dropSocket(state: SessionState, at: number): Next {
  const { openedAt } = state.link;
  const outbox = state.outbox.map(entry => {
    if (entry.status !== 'inflight' || openedAt === null) return entry;
    return { ...entry, spentMs: entry.spentMs + at - Math.max(openedAt, entry.lastSentAt ?? 0) };
  });
  const typing = { agent: false, live: false, told: false };
  const link = { ...state.link, openedAt: null, ping: null };
  return next({ ...state, outbox, typing, link }, ...SOCKET_TIMERS.map(key => ({ type: 'clearTimer' as const, key })), {
    type: 'closeSocket',
    attempt: state.link.attempt,
  });
}

/** A new socket at once, same session and token: how the machine asks the platform what it has. */
export function reopen(state: SessionState, at: number): Next {
  return andThen(dropSocket(state, at), now => begin(now, 'connect', at));
}

export function isOpen(state: SessionState): boolean {
  return state.link.openedAt !== null;
}

export function nextMarker(state: SessionState): string {
  return `hb-${state.link.attempt}-${state.link.pings + 1}`;
}

/** One heartbeat now, and the next one in due time. */
export function ping(state: SessionState): Next {
  const marker = nextMarker(state);
  const seconds = state.conversation.view.capabilities?.heartbeatSeconds ?? HEARTBEAT_INTERVAL_SECONDS;
  return next(
    { ...state, link: { ...state.link, ping: marker, pings: state.link.pings + 1 } },
    {
      type: 'sendFrame',
      attempt: state.link.attempt,
      event: { type: 'HEARTBEAT', custom: { [CLIENT_EVENT_ID]: marker } },
    },
    { type: 'setTimer', key: 'pong', ms: PONG_MS },
    { type: 'setTimer', key: 'heartbeat', ms: seconds * 1000 },
  );
}

/** Only an unanswered heartbeat means a dead socket; silence in a throttled tab does not. */
export function pongMissing(state: SessionState, at: number): Next {
  if (!isOpen(state)) return next(state);
  return andThen(dropSocket(state, at), now => backOff(now, 'connect', 'connection_lost', at));
}

export function stable(state: SessionState): Next {
  return next({ ...state, link: { ...state.link, failures: 0, autoSessions: 0, reported: null } });
}
