/**
 * Gets a token, a session and a socket, and replaces lost ones: the reaction of the connection to each fact and intent. Events of the conversation
 * are in receive-events.ts, messages to send in outbox.ts.
 */

import { closeMeaning } from '../../protocol/close-codes.ts';
import { SESSION_IDLE_MS } from '../../protocol/limits.ts';
import type { CallFailure, InputOf } from '../state/inputs.ts';
import type { ConnectionCode, SessionFacts } from '../state/state.ts';
import { stop, type Turn, timer } from '../state/step.ts';
import {
  BACKOFF_MAX_MS,
  FRESH_MS,
  IDLE_ASK_MS,
  MAX_BLOCKED,
  MAX_NEW_TOKENS,
  REFUSALS_BEFORE_TRIAL,
  STABLE_MS,
  TICKET_MS,
} from '../state/timeouts.ts';
import { backOff, begin, closeSession, dropToken, giveUp, isExpired, pause, renewSession } from './attempts.ts';
import { finish, tellEnd } from './ending.ts';
import { beat, dropSocket, isOpen, ping } from './heartbeat.ts';
import { isAlive, keepsAlive } from './inactivity.ts';
import { hasUnconfirmed } from './outbox.ts';

// ---------------------------------------------------------------- steps forward

export function tokenReceived(turn: Turn, { resumed, expiresInMs, canProbe }: InputOf<'tokenReceived'>): void {
  if (turn.phase.name !== 'authorizing') return;
  const { link, session } = turn;
  link.authorized = true;
  link.tokenExpiresAt = turn.at + expiresInMs;
  link.ticketAt = turn.at;
  link.canProbe = canProbe;
  link.tokenGood = resumed;
  timer(turn, 'ticket', TICKET_MS);
  // Every new token is a new user, and a session belongs to the user who created it: the old session is out of reach.
  if (session && !resumed) renewSession(turn);
  else begin(turn, 'connect');
}

export function challengeLasts(turn: Turn): void {
  if (turn.phase.name === 'authorizing') turn.phase = { name: 'authorizing', code: 'challenge_required' };
}

/** Renews the ticket while the conversation is alive. */
export function ticketDue(turn: Turn): void {
  const { session, at } = turn;
  if (session && at - session.lastActivityAt < SESSION_IDLE_MS && turn.link.authorized && isAlive(turn))
    renewTicket(turn);
  else timer(turn, 'ticket', TICKET_MS);
}

/** Renews the ticket now; without a network or while frozen, tries again later. */
export function renewTicket(turn: Turn): void {
  if (turn.online && !turn.frozen) {
    turn.link.ticketAt = turn.at;
    turn.effects.push({ type: 'renewTicket' });
    timer(turn, 'ticket', TICKET_MS);
  } else timer(turn, 'ticket', BACKOFF_MAX_MS);
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
  link.tokenGood = true;
  if (link.trial) link.trial = { stage: 'opening', session };
  else enter(turn, session);
  begin(turn, 'connect');
}

/** Enters a session that this tab has created, in which no other tab can have asked for an agent. */
function enter(turn: Turn, session: SessionFacts): void {
  turn.session = { ...session };
  turn.generation = Math.max(turn.generation + 1, turn.at);
  if (turn.joinRight?.held) turn.joinRight = { ...turn.joinRight, sure: true };
}

/** Sends a heartbeat right after `open`. The platform echoes it after the replay, so its echo marks the end of the replay. */
export function socketOpened(turn: Turn): void {
  if (turn.phase.name !== 'connecting') return;
  const { link } = turn;
  link.tokensRefused = 0;
  if (link.trial?.stage === 'opening') checkOldSession(turn, link.trial.session);
  else {
    link.openedAt = turn.at;
    forgetRefusals(turn);
    if (turn.ending) tellEnd(turn);
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
  const [ofBroker, ofPlatform = ofBroker] = CODES[kind] ?? [kind as ConnectionCode];
  const code = broker ? ofBroker : ofPlatform;
  if (!WORDLESS.test(kind)) turn.online = true;
  if (kind === 'unauthorized') {
    tokenRefused(turn, code);
  } else if (link.trial) {
    // A trial that could not begin proves nothing: the current session is tried again.
    forgetRefusals(turn);
    backOff(turn, 'connect', code, retryAfterMs);
  } else if (PASSES.test(kind) || (kind === 'bad_answer' && (turn.session || !turn.online))) {
    // The broker has served this page before, so a proxy answers in its place, as during a restart. While offline a service worker may.
    backOff(turn, 'create', code, retryAfterMs);
  } else giveUp(turn, 'create', code);
}

/**
 * Handles a refused token. A token that worked before, as when the platform has restarted, is replaced once at once and without a report; otherwise a
 * new one is fetched after the usual pause.
 */
function tokenRefused(turn: Turn, code: ConnectionCode): void {
  const { link } = turn;
  const passing = link.tokenGood && link.tokensRefused === 0;
  link.tokensRefused += 1;
  link.trial = null;
  dropToken(turn);
  if (passing) begin(turn, 'create');
  else if (link.tokensRefused <= MAX_NEW_TOKENS) backOff(turn, 'create', code);
  else giveUp(turn, 'create', code);
}

/** Kinds of failure that pass by themselves, so that the same call may succeed later. */
const PASSES = /^(network|unavailable|rate_limited)$/;

/** Kinds of failure that may come from a proxy between page and server, or from no server at all. */
const WORDLESS = /^(network|unavailable|bad_answer)$/;

type Kind = CallFailure['kind'];
type Codes = readonly [broker: ConnectionCode, platform?: ConnectionCode];

/** Codes of failures: one for both servers, or one for the broker and one for the platform. The other kinds are codes themselves. */
const CODES: Readonly<Record<Exclude<Kind, ConnectionCode>, Codes> & Partial<Record<Kind, Codes>>> = {
  unsafe_address: ['platform_unsafe'],
  unavailable: ['service_unavailable'],
  network: ['broker_unreachable', 'platform_unreachable'],
  rejected: ['token_refused', 'session_refused'],
  ticket_refused: ['token_refused'],
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

/** Treats an unanswered heartbeat as a dead socket. Missing events alone do not prove one: a throttled tab has none either. */
export function pongMissing(turn: Turn): void {
  if (!isOpen(turn)) return;
  const { ended } = turn.conversation.view;
  dropSocket(turn);
  // A platform whose history says that the session has ended need not answer.
  if (ended) finish(turn, ended);
  else backOff(turn, 'connect', 'connection_lost');
}

/** Opens a new socket at once for the same session and token, to read the history. */
export function reopen(turn: Turn): void {
  if (!isOpen(turn)) return;
  dropSocket(turn);
  begin(turn, 'connect');
}

/** Reads the history if no echo came in time, of a message or of the heartbeat before it. A missing echo proves nothing. */
export function receiptDue(turn: Turn): void {
  if (hasUnconfirmed(turn) || turn.link.ping !== null) reopen(turn);
}

export function heartbeatDue(turn: Turn): void {
  if (keepsAlive(turn)) beat(turn);
  // Without heartbeats the platform ends the session. If no SESSION_END came in time, the device probably slept: the history tells.
  else if (isExpired(turn)) reopen(turn);
  else timer(turn, 'heartbeat', SESSION_IDLE_MS);
}

// ---------------------------------------------------------------- refused handshakes

/**
 * Handles a refused handshake. A browser cannot see the reason: network, blocked sockets, or a session that is gone. After two in a row the broker is
 * asked to probe, if it can (docs/spec/connection.md, R15). Otherwise a second session is created and its socket opened (R14). If that fails too, sockets do
 * not open at all, and the old session is tried again. If it opens, the old session is tried once more, now that sockets are known to open: if
 * refused again, it is gone.
 */
function refused(turn: Turn): void {
  const { link, online } = turn;
  if (online && link.trial?.stage === 'checking') {
    adopt(turn, link.trial.session);
    return;
  }
  // Without a network a refusal proves nothing, and no server can be asked.
  if (!online) link.refusals = 0;
  else if (link.trial) forgetRefusals(turn);
  else {
    link.refusals += 1;
    if (link.refusals >= REFUSALS_BEFORE_TRIAL) {
      if (link.canProbe && turn.session) {
        askBroker(turn, turn.session.id);
        return;
      }
      // No second session is created for a conversation that is to end.
      if (turn.ending) {
        finish(turn, 'user-end');
        return;
      }
      link.trial = { stage: 'creating' };
    }
  }
  backOff(turn, 'connect', 'socket_refused');
}

/** Asks the broker to probe. The phase stays `connecting`, but the probe is an attempt of its own. */
function askBroker({ link, effects }: Turn, sessionId: string): void {
  link.attempt += 1;
  effects.push({ type: 'probe', attempt: link.attempt, sessionId });
}

export function probed(turn: Turn, { status, retryAfterMs }: InputOf<'probed'>): void {
  const { phase, link } = turn;
  if (phase.name !== 'connecting') return;
  if (status !== 101) link.blocked = 0;
  if (status === 101) {
    link.blocked += 1;
    if (link.blocked < MAX_BLOCKED) backOff(turn, 'connect', 'socket_refused');
    else giveUp(turn, 'connect', 'sockets_blocked');
  } else if (status === 404) sessionUnknown(turn);
  else if (status === 401) tokenRefused(turn, 'token_refused');
  else if (status === 429) backOff(turn, 'connect', 'rate_limited', retryAfterMs);
  else backOff(turn, 'connect', 'service_unavailable', retryAfterMs);
}

/**
 * Handles a session that the platform does not know. If it had events recently it cannot have expired: the platform was restarted, or another
 * instance answers.
 */
function sessionUnknown(turn: Turn): void {
  if (isExpired(turn)) finish(turn, 'expired');
  else renewSession(turn);
}

export function probeFailed(turn: Turn, { failure: { kind, retryAfterMs } }: InputOf<'probeFailed'>): void {
  const { phase, link } = turn;
  if (phase.name !== 'connecting') return;
  if (PASSES.test(kind)) {
    backOff(turn, 'connect', 'socket_refused', retryAfterMs);
    return;
  }
  // The broker cannot or will not probe: a trial session is the other way to find out.
  link.canProbe = false;
  refused(turn);
}

/** Tries the old session again after the trial's socket has opened. The trial's socket is closed, because there is one socket at a time. */
function checkOldSession(turn: Turn, session: SessionFacts): void {
  turn.link.trial = { stage: 'checking', session };
  dropSocket(turn);
  begin(turn, 'connect');
}

/** Replaces the old session, which is gone, by the trial session, which works. */
function adopt(turn: Turn, session: SessionFacts): void {
  closeSession(turn);
  enter(turn, session);
  begin(turn, 'connect');
}

function forgetRefusals({ link }: Turn): void {
  link.refusals = 0;
  link.blocked = 0;
  link.trial = null;
}

// ---------------------------------------------------------------- environment and intents

/** Sends a heartbeat: browsers are sometimes wrong about the network. No message is sent until it is echoed (D20). Attempts find out as well (R4). */
export function wentOffline(turn: Turn): void {
  const { phase, link } = turn;
  turn.online = false;
  if (phase.name === 'waiting') pause(turn, phase.step);
  else if (link.ping === null) ping(turn);
}

/**
 * Closes the socket, because the page is about to be frozen or unloaded. An orderly close keeps the page eligible for the back/forward cache and
 * tells the platform. Nothing is attempted until the page is resumed.
 */
export function freeze(turn: Turn): void {
  const { phase } = turn;
  turn.frozen = true;
  if (phase.name === 'idle' || phase.name === 'ended' || phase.name === 'failed') return;
  dropSocket(turn);
  // Ignores late answers to calls under way.
  turn.link.attempt += 1;
  pause(turn, phase.name === 'waiting' ? phase.step : 'connect');
}

export function resumed(turn: Turn): void {
  turn.frozen = false;
  wakeUp(turn);
}

/** Failures for lack of a network, or of one that carries sockets. They are tried again on the next network; refusals are not. */
const OF_THE_NETWORK = /lost|socket|unreachable/;

export function cameOnline(turn: Turn): void {
  const { phase, link } = turn;
  turn.online = true;
  if (phase.name === 'failed' && OF_THE_NETWORK.test(phase.code)) {
    // While the chat had failed, the visitor was not asked whether to go on.
    timer(turn, 'idle', Math.max(BACKOFF_MAX_MS, turn.idle.lifeAt + IDLE_ASK_MS - turn.at));
    reconnect(turn);
  }
  // Does not wait for a heartbeat sent over the previous network.
  else if (link.ping !== null && turn.at - link.pingedAt > FRESH_MS) reopen(turn);
  else wakeUp(turn);
}

/** Reacts to a resumed page, a visible tab or a new network: ends a pause, and checks at once if the socket is alive. */
export function wakeUp(turn: Turn): void {
  const { phase, link, conversation } = turn;
  if (phase.name === 'waiting') {
    // However often the visitor returns or presses "Try again", one automatic attempt is left.
    link.failures = Math.max(0, Math.min(link.failures, conversation.view.capabilities.maxReconnectAttempts - 1));
    stop(turn, 'retry');
    begin(turn, phase.step);
  } else if (link.ping === null) ping(turn);
}

/** Implements the visitor's "Try again". */
export function reconnect(turn: Turn): void {
  const { phase, link } = turn;
  link.pause = null;
  if (phase.name === 'waiting') wakeUp(turn);
  else if (phase.name === 'failed') {
    link.failures = 0;
    link.autoSessions = 0;
    link.tokensRefused = 0;
    link.reported = null;
    begin(turn, phase.step);
  } else if (!turn.online) reopen(turn);
}

export function retryDue(turn: Turn): void {
  const { phase, link } = turn;
  if (phase.name !== 'waiting') return;
  link.pause = null;
  begin(turn, phase.step);
}
