/**
 * Getting a token, a session and a socket, losing them and getting them back: attempts, backoff, heartbeats, wake-ups.
 * What a conversation says is not here (reception.ts), nor what is still to be sent (outbox.ts).
 */

import { closeMeaning } from '../protocol/close-codes.ts';
import { CLIENT_EVENT_ID } from '../protocol/events.ts';
import { HEARTBEAT_INTERVAL_SECONDS, MAX_RECONNECT_ATTEMPTS, SESSION_IDLE_MS } from '../protocol/limits.ts';
import { emptyConversation } from './conversation.ts';
import type { Effect, TimerKey } from './effect.ts';
import { finish } from './ending.ts';
import type { CallFailure, InputOf } from './input.ts';
import { forNewSession } from './outbox.ts';
import type { ConnectionCode, SessionState, Step } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { BACKOFF_FIRST_MS, BACKOFF_MAX_MS, MAX_AUTO_SESSIONS, MAX_NEW_TOKENS, PONG_MS, STABLE_MS } from './timings.ts';

/** Timers that belong to one socket and die with it. */
const SOCKET_TIMERS: readonly TimerKey[] = ['receipt', 'listen', 'heartbeat', 'pong', 'stable', 'rejoin', 'ownTyping'];

// ---------------------------------------------------------------- steps forward

/** Begins a step; each begins a new attempt, so that answers to older ones are known as such. */
export function begin(state: SessionState, step: Step, at: number): Next {
  if (!state.online) return waitForNetwork(state, step);
  const attempt = state.link.attempt + 1;
  const link = { ...state.link, attempt, openedAt: null, ping: null };
  if (step === 'authorize' || !link.authorized) {
    return next({ ...state, link, phase: { name: 'authorizing' } }, { type: 'fetchToken', attempt });
  }
  if (step === 'create' || !state.session) {
    return next({ ...state, link, phase: { name: 'creating' } }, { type: 'createSession', attempt });
  }
  // Heartbeats kept it alive as long as the platform was heard; after that it is gone, and asking would only be refused.
  if (at - state.session.lastActivityAt > SESSION_IDLE_MS) return finish(state, 'expired', at);
  const { id, cursor } = state.session;
  const phase = { name: 'connecting' } as const;
  return next({ ...state, link, phase }, { type: 'openSocket', attempt, sessionId: id, cursor });
}

export function tokenReceived(state: SessionState, at: number): Next {
  if (state.phase.name !== 'authorizing') return next(state);
  const authorized = { ...state, link: { ...state.link, authorized: true } };
  // Every new token is a new user, and a session belongs to the user that made it: the old one is out of reach.
  return state.session ? renewSession(authorized, at) : begin(authorized, 'create', at);
}

export function sessionCreated(state: SessionState, input: InputOf<'sessionCreated'>): Next {
  if (state.phase.name !== 'creating') return next(state);
  const session = {
    id: input.sessionId,
    cursor: null,
    lastActivityAt: input.at,
    slowestEchoMs: 0,
    joinSentAt: null,
    rejoins: 0,
  };
  return begin({ ...state, session }, 'connect', input.at);
}

/** The heartbeat sent right after `open` comes back behind the replay: its echo is the replay's end. */
export function socketOpened(state: SessionState, input: InputOf<'socketOpened'>): Next {
  if (state.phase.name !== 'connecting') return next(state);
  const marker = nextMarker(state);
  const opened: SessionState = {
    ...state,
    phase: { name: 'replaying', marker, listening: false },
    link: { ...state.link, openedAt: input.at },
  };
  return andThen(ping(opened), now => next(now, { type: 'setTimer', key: 'stable', ms: STABLE_MS }));
}

// ---------------------------------------------------------------- failures

export function callFailed(state: SessionState, failure: CallFailure, step: 'authorize' | 'create', at: number): Next {
  if (state.phase.name !== (step === 'authorize' ? 'authorizing' : 'creating')) return next(state);
  const code = codeOf(failure, step);
  if (failure.kind === 'unauthorized') {
    // The token is no longer good (or never was for this platform): a new one, with the usual pause in between.
    const bare = { ...state, link: { ...state.link, authorized: false } };
    const again =
      bare.link.failures < MAX_NEW_TOKENS ? backOff(bare, 'authorize', code, at) : giveUp(bare, 'authorize', code);
    return andThen(again, now => next(now, { type: 'dropToken' }));
  }
  const hopeless = failure.kind !== 'network' && failure.kind !== 'unavailable' && failure.kind !== 'rate_limited';
  if (hopeless) return giveUp(state, step, code);
  return backOff(state, step, code, at, failure.retryAfterMs);
}

function codeOf(failure: CallFailure, step: 'authorize' | 'create'): ConnectionCode {
  const broker = step === 'authorize';
  switch (failure.kind) {
    case 'origin_not_allowed':
      return 'origin_not_allowed';
    case 'rate_limited':
      return 'rate_limited';
    case 'unsafe_address':
      return 'platform_unsafe';
    case 'unavailable':
      return 'service_unavailable';
    case 'network':
      return broker ? 'broker_unreachable' : 'platform_unreachable';
    case 'rejected':
      return broker ? 'token_refused' : 'session_refused';
    case 'unauthorized':
      return broker ? 'token_refused' : 'session_refused';
    case 'bad_answer':
      return broker ? 'broker_misconfigured' : 'session_refused';
  }
}

export function socketClosed(state: SessionState, input: InputOf<'socketClosed'>): Next {
  const { name } = state.phase;
  if (name !== 'connecting' && name !== 'replaying' && name !== 'joining' && name !== 'active') return next(state);
  const { view } = state.conversation;
  const closed = dropSocket(state, input.at);
  if (view.ended) return andThen(closed, now => finish(now, view.ended ?? 'unknown', input.at));
  switch (input.opened ? closeMeaning(input.code) : 'reconnect') {
    case 'ended':
      return andThen(closed, now => finish(now, 'closed', input.at));
    case 'replaced':
      return andThen(closed, now => giveUp(now, 'connect', 'replaced'));
    case 'rejected':
      return andThen(closed, now => renewSession(now, input.at));
    case 'reconnect':
      return andThen(closed, now =>
        backOff(now, 'connect', input.opened ? 'connection_lost' : 'socket_refused', input.at),
      );
  }
}

/** Pauses before the next attempt, unless the attempts are used up. */
function backOff(state: SessionState, step: Step, code: ConnectionCode, at: number, retryAfterMs?: number): Next {
  const failures = state.link.failures + 1;
  const limit = state.conversation.view.capabilities?.maxReconnectAttempts ?? MAX_RECONNECT_ATTEMPTS;
  const counted = { ...state, link: { ...state.link, failures } };
  if (failures > limit) return giveUp(counted, step, code);
  if (!state.online) return waitForNetwork(counted, step);
  const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (failures - 1));
  const ms = Math.max(backoffMs, retryAfterMs ?? 0);
  // A pause that the platform asked for is kept in full; our own is spread so that not all visitors come back at once.
  const timer: Effect = { type: 'setTimer', key: 'retry', ms, ...(ms === backoffMs ? { jitter: true as const } : {}) };
  const waiting: SessionState = { ...counted, phase: { name: 'waiting', step, code, until: at + ms } };
  // One lost socket is everyday life and mends itself; it is reported when coming back fails, too.
  if (code === 'connection_lost') return next(waiting, timer);
  return andThen(report(waiting, code), now => next(now, timer));
}

function waitForNetwork(state: SessionState, step: Step): Next {
  const phase = { name: 'waiting', step, code: 'offline', until: null } as const;
  return next({ ...state, phase }, { type: 'clearTimer', key: 'retry' });
}

/** Only the visitor, or the network's return, leads out of here. */
export function giveUp(state: SessionState, step: Step, code: ConnectionCode): Next {
  return report({ ...state, phase: { name: 'failed', code, step } }, code);
}

/** The platform no longer knows this session: what was said stays above a divider, what was not confirmed goes into a new one. */
export function renewSession(state: SessionState, at: number): Next {
  const autoSessions = state.link.autoSessions + 1;
  const past = archived(state);
  const fresh: SessionState = {
    ...state,
    past,
    conversation: emptyConversation(),
    session: null,
    outbox: forNewSession(state.outbox),
    link: { ...state.link, autoSessions },
  };
  if (autoSessions > MAX_AUTO_SESSIONS) return giveUp(fresh, 'create', 'session_rejected');
  return begin(fresh, 'create', at);
}

/** Everything said so far, closed by a divider; keys of a former session can never meet those of the next one. */
export function archived(state: SessionState): SessionState['past'] {
  const { items } = state.conversation.view;
  const last = items.at(-1);
  if (!last) return state.past;
  const era = `${state.session?.id ?? state.link.attempt}/`;
  const kept = items.map(item => ({ ...item, key: era + item.key }));
  return [...state.past, ...kept, { kind: 'mark', mark: 'divider', key: `${era}divider`, at: last.at }];
}

const WORDS: Readonly<Record<ConnectionCode, string>> = {
  offline: 'The device is offline.',
  broker_unreachable: 'The broker did not answer. Check the address in data-broker and that the broker runs.',
  broker_misconfigured:
    'The broker gave an answer that is not a token. Check that data-broker points at a Natter broker.',
  origin_not_allowed: 'The broker does not allow this origin. Add it to NATTER_ALLOWED_ORIGINS.',
  token_refused: 'The platform refused the broker. See the log of the broker for what to mend.',
  rate_limited: 'Too many requests. Natter waits as long as it was told to.',
  service_unavailable: 'The platform cannot be reached by the broker, or has trouble of its own. Natter keeps trying.',
  platform_unreachable:
    'The platform did not answer. Check messaging_url of the broker and the connect-src of the page.',
  platform_unsafe:
    'The broker named a platform address that is neither https nor on this machine. Set NATTER_PLATFORM_URL to an https address.',
  session_refused: 'The platform refused to create a session.',
  session_rejected: 'The platform rejected several sessions in a row.',
  socket_refused: 'The socket did not open: network, firewall, session or token. Natter keeps trying.',
  connection_lost: 'The connection was lost and could not be restored.',
  replaced: 'The conversation was opened elsewhere. Reconnect to bring it back here.',
};

/** Tells the page once per trouble; working again makes it news again. */
function report(state: SessionState, code: ConnectionCode): Next {
  if (state.link.reported === code) return next(state);
  const told = { ...state, link: { ...state.link, reported: code } };
  return next(told, { type: 'emit', event: { name: 'error', detail: { code, message: WORDS[code] } } });
}

// ---------------------------------------------------------------- the socket's life

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

function nextMarker(state: SessionState): string {
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

// ---------------------------------------------------------------- environment and wishes

export function wentOffline(state: SessionState): Next {
  const offline = { ...state, online: false };
  return state.phase.name === 'waiting' ? waitForNetwork(offline, state.phase.step) : next(offline);
}

export function cameOnline(state: SessionState, at: number): Next {
  const online = { ...state, online: true };
  // What failed for want of a network deserves another try; what was refused does not.
  const { phase } = online;
  const hopeful = phase.name === 'failed' && (phase.code === 'connection_lost' || phase.code === 'socket_refused');
  return hopeful ? reconnect(online, at) : wakeUp(online, at);
}

/** After sleep, a return to the tab or to the network: do not sit out a pause, and find out at once whether the socket lives. */
export function wakeUp(state: SessionState, at: number): Next {
  if (state.phase.name === 'waiting' && state.phase.code !== 'rate_limited') return tryNow(state, state.phase.step, at);
  return isOpen(state) && state.link.ping === null ? ping(state) : next(state);
}

/** The visitor's Try again. */
export function reconnect(state: SessionState, at: number): Next {
  const { phase } = state;
  if (phase.name === 'waiting') return tryNow(state, phase.step, at);
  if (phase.name !== 'failed') return next(state);
  const rested = { ...state, link: { ...state.link, failures: 0, autoSessions: 0, reported: null } };
  return begin(rested, phase.step, at);
}

export function retryDue(state: SessionState, at: number): Next {
  return state.phase.name === 'waiting' ? begin(state, state.phase.step, at) : next(state);
}

function tryNow(state: SessionState, step: Step, at: number): Next {
  return andThen(begin(state, step, at), now => next(now, { type: 'clearTimer', key: 'retry' }));
}
