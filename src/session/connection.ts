/**
 * Getting a token, a session and a socket, losing them and getting them back: what each fact and each wish means for the connection.
 * What a conversation says is not here (reception.ts), nor what is still to be sent (outbox.ts).
 */

import { closeMeaning } from '../protocol/close-codes.ts';
import { backOff, begin, closeSession, giveUp, renewSession, waitForNetwork } from './attempts.ts';
import { finish } from './ending.ts';
import type { CallFailure, InputOf } from './input.ts';
import { dropSocket, isOpen, nextMarker, ping } from './link.ts';
import type { ConnectionCode, SessionFacts, SessionState, Step } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { MAX_NEW_TOKENS, REFUSALS_BEFORE_TRIAL, STABLE_MS } from './timings.ts';

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
    gapsNormal: false,
    lastActivityAt: input.at,
    slowestEchoMs: 0,
    joinSentAt: null,
    rejoins: 0,
  };
  const link = { ...state.link, tokensRefused: 0 };
  const { trial } = link;
  if (trial) {
    const opening: SessionState = { ...state, link: { ...link, trial: { stage: 'opening', session } } };
    return begin(opening, 'connect', input.at);
  }
  return begin({ ...state, link, session }, 'connect', input.at);
}

/** The heartbeat sent right after `open` comes back behind the replay: its echo is the replay's end. */
export function socketOpened(state: SessionState, input: InputOf<'socketOpened'>): Next {
  if (state.phase.name !== 'connecting') return next(state);
  const { trial } = state.link;
  if (trial?.stage === 'opening') return checkOldSession(state, trial.session, input.at);
  const marker = nextMarker(state);
  const opened: SessionState = {
    ...state,
    phase: { name: 'replaying', marker, listening: false },
    link: { ...state.link, openedAt: input.at, refusals: 0, trial: null },
  };
  return andThen(ping(opened), now => next(now, { type: 'setTimer', key: 'stable', ms: STABLE_MS }));
}

// ---------------------------------------------------------------- failures

export function callFailed(state: SessionState, failure: CallFailure, step: 'authorize' | 'create', at: number): Next {
  if (state.phase.name !== (step === 'authorize' ? 'authorizing' : 'creating')) return next(state);
  const code = codeOf(failure, step);
  if (failure.kind === 'unauthorized') {
    // The token is no longer good (or never was for this platform): a new one, with the usual pause in between.
    const tokensRefused = state.link.tokensRefused + 1;
    const bare = { ...state, link: { ...state.link, authorized: false, tokensRefused, trial: null } };
    const again =
      tokensRefused <= MAX_NEW_TOKENS ? backOff(bare, 'authorize', code, at) : giveUp(bare, 'authorize', code);
    return andThen(again, now => next(now, { type: 'dropToken' }));
  }
  const hopeless = failure.kind !== 'network' && failure.kind !== 'unavailable' && failure.kind !== 'rate_limited';
  // A trial that could not even begin proves nothing: the session that we have keeps being tried.
  if (state.link.trial) return backOff(withoutTrial(state), 'connect', code, at, failure.retryAfterMs);
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
        input.opened ? backOff(now, 'connect', 'connection_lost', input.at) : refused(now, input.at),
      );
  }
}

// ---------------------------------------------------------------- refused handshakes

/**
 * A browser cannot see why a handshake was refused: network, blocked sockets, or a session that is gone. After two in a row a second session
 * is made and its socket opened. If that fails too, sockets do not open at all, and the old session keeps being tried. If it opens, the old
 * session is tried once more, while sockets are known to open: refused again, it is gone (docs/RULES.md, R14).
 */
function refused(state: SessionState, at: number): Next {
  const { trial } = state.link;
  if (trial?.stage === 'checking') return adopt(state, trial.session, at);
  if (trial) return backOff(withoutTrial(state), 'connect', 'socket_refused', at);
  const refusals = state.link.refusals + 1;
  const wonder = refusals >= REFUSALS_BEFORE_TRIAL;
  const link = { ...state.link, refusals, trial: wonder ? ({ stage: 'creating' } as const) : null };
  return backOff({ ...state, link }, 'connect', 'socket_refused', at);
}

/** Sockets open: is it the old session, then? Only one socket at a time, so the new one is closed for now. */
function checkOldSession(state: SessionState, session: SessionFacts, at: number): Next {
  const checking: SessionState = { ...state, link: { ...state.link, trial: { stage: 'checking', session } } };
  return andThen(dropSocket(checking, at), now => begin(now, 'connect', at));
}

/** The old session is gone, and the new one is known to work. */
function adopt(state: SessionState, session: SessionFacts, at: number): Next {
  return andThen(closeSession(state), now => begin({ ...now, session }, 'connect', at));
}

function withoutTrial(state: SessionState): SessionState {
  return { ...state, link: { ...state.link, refusals: 0, trial: null } };
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
  const link = { ...state.link, failures: 0, autoSessions: 0, tokensRefused: 0, reported: null };
  const rested = { ...state, link };
  return begin(rested, phase.step, at);
}

export function retryDue(state: SessionState, at: number): Next {
  return state.phase.name === 'waiting' ? begin(state, state.phase.step, at) : next(state);
}

function tryNow(state: SessionState, step: Step, at: number): Next {
  return andThen(begin(state, step, at), now => next(now, { type: 'clearTimer', key: 'retry' }));
}
