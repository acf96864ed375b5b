/**
 * Getting a token, a session and a socket, losing them and getting them back: what each fact and each wish means for the connection.
 * What a conversation says is not here (reception.ts), nor what is still to be sent (outbox.ts).
 */

import { closeMeaning } from '../protocol/close-codes.ts';
import { backOff, begin, giveUp, renewSession, waitForNetwork } from './attempts.ts';
import { finish } from './ending.ts';
import type { CallFailure, InputOf } from './input.ts';
import { dropSocket, isOpen, nextMarker, ping } from './link.ts';
import type { ConnectionCode, SessionState, Step } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { MAX_NEW_TOKENS, STABLE_MS } from './timings.ts';

// ---------------------------------------------------------------- steps forward

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
