/**
 * Getting a token, a session and a socket, losing them and getting them back: what each fact and each wish means for the connection.
 * What a conversation says is not here (reception.ts), nor what is still to be sent (outbox.ts).
 */

import { closeMeaning } from '../protocol/close-codes.ts';
import { backOff, begin, closeSession, giveUp, renewSession, waitForNetwork } from './attempts.ts';
import { finish } from './ending.ts';
import type { CallFailure, InputOf } from './input.ts';
import { dropSocket, isOpen, ping } from './link.ts';
import type { ConnectionCode, SessionFacts } from './state.ts';
import { MAX_NEW_TOKENS, REFUSALS_BEFORE_TRIAL, STABLE_MS } from './timings.ts';
import { stop, type Turn, timer } from './turn.ts';

// ---------------------------------------------------------------- steps forward

export function tokenReceived(turn: Turn): void {
  if (turn.phase.name !== 'authorizing') return;
  turn.link.authorized = true;
  // Every new token is a new user, and a session belongs to the user that made it: the old one is out of reach.
  if (turn.session) renewSession(turn);
  else begin(turn, 'create');
}

export function sessionCreated(turn: Turn, { sessionId }: InputOf<'sessionCreated'>): void {
  if (turn.phase.name !== 'creating') return;
  const { link } = turn;
  const session: SessionFacts = {
    id: sessionId,
    cursor: null,
    gapsNormal: false,
    lastActivityAt: turn.at,
    slowestEchoMs: 0,
    joinSentAt: null,
    rejoins: 0,
  };
  link.tokensRefused = 0;
  if (link.trial) link.trial = { stage: 'opening', session };
  else turn.session = session;
  begin(turn, 'connect');
}

/** The heartbeat sent right after `open` comes back behind the replay: its echo is the replay's end. */
export function socketOpened(turn: Turn): void {
  if (turn.phase.name !== 'connecting') return;
  const { link } = turn;
  if (link.trial?.stage === 'opening') checkOldSession(turn, link.trial.session);
  else {
    link.openedAt = turn.at;
    forgetRefusals(turn);
    ping(turn);
    turn.phase = { name: 'replaying', marker: link.ping, listening: false };
    timer(turn, 'stable', STABLE_MS);
  }
}

// ---------------------------------------------------------------- failures

export function callFailed(turn: Turn, { type, failure }: InputOf<'tokenFailed' | 'sessionFailed'>): void {
  const broker = type === 'tokenFailed';
  if (turn.phase.name !== (broker ? 'authorizing' : 'creating')) return;
  const { link } = turn;
  const { kind, retryAfterMs } = failure;
  const [ofBroker, ofPlatform = ofBroker] = CODES[kind];
  const code = broker ? ofBroker : ofPlatform;
  if (kind === 'unauthorized') {
    // The token is no longer good (or never was for this platform): a new one, with the usual pause in between.
    link.authorized = false;
    link.tokensRefused += 1;
    link.trial = null;
    if (link.tokensRefused <= MAX_NEW_TOKENS) backOff(turn, 'create', code);
    else giveUp(turn, 'create', code);
    turn.effects.push({ type: 'dropToken' });
  } else if (link.trial) {
    // A trial that could not even begin proves nothing: the session that we have keeps being tried.
    forgetRefusals(turn);
    backOff(turn, 'connect', code, retryAfterMs);
  } else if (kind === 'network' || kind === 'unavailable' || kind === 'rate_limited') {
    backOff(turn, 'create', code, retryAfterMs);
  } else giveUp(turn, 'create', code);
}

/** What a failure is called: one code, or one for the broker's answer and one for the platform's. */
const CODES: Readonly<Record<CallFailure['kind'], readonly [broker: ConnectionCode, platform?: ConnectionCode]>> = {
  origin_not_allowed: ['origin_not_allowed'],
  rate_limited: ['rate_limited'],
  unsafe_address: ['platform_unsafe'],
  unavailable: ['service_unavailable'],
  network: ['broker_unreachable', 'platform_unreachable'],
  rejected: ['token_refused', 'session_refused'],
  unauthorized: ['token_refused', 'session_refused'],
  bad_answer: ['broker_misconfigured', 'session_refused'],
};

export function socketClosed(turn: Turn, { opened, code }: InputOf<'socketClosed'>): void {
  if (!isOpen(turn) && turn.phase.name !== 'connecting') return;
  const { ended } = turn.conversation.view;
  const meaning = closeMeaning(code);
  dropSocket(turn);
  if (ended) finish(turn, ended);
  else if (!opened) refused(turn);
  else if (meaning === 'ended') finish(turn, 'closed');
  else if (meaning === 'replaced') giveUp(turn, 'connect', 'replaced');
  else if (meaning === 'rejected') renewSession(turn);
  else backOff(turn, 'connect', 'connection_lost');
}

/** Only an unanswered heartbeat means a dead socket; silence in a throttled tab does not. */
export function pongMissing(turn: Turn): void {
  if (!isOpen(turn)) return;
  dropSocket(turn);
  backOff(turn, 'connect', 'connection_lost');
}

/** A new socket at once, same session and token: how the machine asks the platform what it has. */
export function reopen(turn: Turn): void {
  if (!isOpen(turn)) return;
  dropSocket(turn);
  begin(turn, 'connect');
}

// ---------------------------------------------------------------- refused handshakes

/**
 * A browser cannot see why a handshake was refused: network, blocked sockets, or a session that is gone. After two in a row a second session
 * is made and its socket opened. If that fails too, sockets do not open at all, and the old session keeps being tried. If it opens, the old
 * session is tried once more, while sockets are known to open: refused again, it is gone (docs/RULES.md, R14).
 */
function refused(turn: Turn): void {
  const { link } = turn;
  if (link.trial?.stage === 'checking') {
    adopt(turn, link.trial.session);
    return;
  }
  if (link.trial) forgetRefusals(turn);
  else {
    link.refusals += 1;
    if (link.refusals >= REFUSALS_BEFORE_TRIAL) link.trial = { stage: 'creating' };
  }
  backOff(turn, 'connect', 'socket_refused');
}

/** Sockets open: is it the old session, then? Only one socket at a time, so the new one is closed for now. */
function checkOldSession(turn: Turn, session: SessionFacts): void {
  turn.link.trial = { stage: 'checking', session };
  dropSocket(turn);
  begin(turn, 'connect');
}

/** The old session is gone, and the new one is known to work. */
function adopt(turn: Turn, session: SessionFacts): void {
  closeSession(turn);
  turn.session = { ...session };
  begin(turn, 'connect');
}

function forgetRefusals({ link }: Turn): void {
  link.refusals = 0;
  link.trial = null;
}

// ---------------------------------------------------------------- environment and wishes

export function wentOffline(turn: Turn): void {
  turn.online = false;
  if (turn.phase.name === 'waiting') waitForNetwork(turn, turn.phase.step);
}

export function cameOnline(turn: Turn): void {
  const { phase } = turn;
  turn.online = true;
  // What failed for want of a network deserves another try; what was refused does not.
  if (phase.name === 'failed' && (phase.code === 'connection_lost' || phase.code === 'socket_refused')) reconnect(turn);
  else wakeUp(turn);
}

/** After sleep, a return to the tab or to the network: do not sit out a pause, and find out at once whether the socket lives. */
export function wakeUp(turn: Turn): void {
  const { phase } = turn;
  if (phase.name === 'waiting' && phase.code !== 'rate_limited') reconnect(turn);
  else if (turn.link.ping === null) ping(turn);
}

/** The visitor's Try again. */
export function reconnect(turn: Turn): void {
  const { phase, link } = turn;
  if (phase.name === 'waiting') {
    begin(turn, phase.step);
    stop(turn, 'retry');
  } else if (phase.name === 'failed') {
    link.failures = 0;
    link.autoSessions = 0;
    link.tokensRefused = 0;
    link.reported = null;
    begin(turn, phase.step);
  }
}

export function retryDue(turn: Turn): void {
  if (turn.phase.name === 'waiting') begin(turn, turn.phase.step);
}
