/**
 * Getting a token, a session and a socket, losing them and getting them back: what each fact and each wish means for the connection.
 * What a conversation says is not here (receive-events.ts), nor what is still to be sent (outbox.ts).
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
  // Every new token is a new user, and a session belongs to the user that made it: the old one is out of reach.
  if (session && !resumed) renewSession(turn);
  else begin(turn, 'connect');
}

/** Renews the ticket while the conversation lives. A conversation that is gone needs none. */
export function ticketDue(turn: Turn): void {
  const { session, at } = turn;
  if (session && at - session.lastActivityAt < SESSION_IDLE_MS && turn.link.authorized && isAlive(turn))
    renewTicket(turn);
  else timer(turn, 'ticket', TICKET_MS);
}

/** Nothing is asked of anyone without a network: it is made up for when there may be one again. */
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

/** A session that this tab has made: nobody else can have asked for an agent in it. */
function enter(turn: Turn, session: SessionFacts): void {
  turn.session = { ...session };
  turn.generation = Math.max(turn.generation + 1, turn.at);
  if (turn.joinRight?.held) turn.joinRight = { ...turn.joinRight, sure: true };
}

/** The heartbeat sent right after `open` comes back behind the replay: its echo is the replay's end. */
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
  const [ofBroker, ofPlatform = ofBroker] = CODES[kind];
  const code = broker ? ofBroker : ofPlatform;
  if (!WORDLESS.test(kind)) turn.online = true;
  if (kind === 'unauthorized') {
    tokenRefused(turn, code);
  } else if (link.trial) {
    // A trial that could not even begin proves nothing: the session that we have keeps being tried.
    forgetRefusals(turn);
    backOff(turn, 'connect', code, retryAfterMs);
  } else if (PASSES.test(kind) || (kind === 'bad_answer' && (turn.session || !turn.online))) {
    // The broker has served this page already: something in front of it answers in its place, as while it restarts. And while offline a
    // service worker may.
    backOff(turn, 'create', code, retryAfterMs);
  } else giveUp(turn, 'create', code);
}

/**
 * The token is no longer good, or never was for this platform. One that was good before, as when the platform has been restarted, is
 * replaced at once and without a word, once; otherwise there is a new one with the usual pause in between.
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

/** Kinds of failure that pass by themselves: asked again later, the same call may well bring something. */
const PASSES = /^(?:network|unavailable|rate_limited)$/;

/** Kinds of failure that may come from something between the page and the server, or from nobody. */
const WORDLESS = /^(?:network|unavailable|bad_answer)$/;

/** Codes of failures: one for both, or one for the broker's answer and one for the platform's. */
const CODES: Readonly<Record<CallFailure['kind'], readonly [broker: ConnectionCode, platform?: ConnectionCode]>> = {
  origin_not_allowed: ['origin_not_allowed'],
  rate_limited: ['rate_limited'],
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

/** Only an unanswered heartbeat means a dead socket; silence in a throttled tab does not. */
export function pongMissing(turn: Turn): void {
  if (!isOpen(turn)) return;
  const { ended } = turn.conversation.view;
  dropSocket(turn);
  // A platform that has ended the session, as its history says, owes no answer any more.
  if (ended) finish(turn, ended);
  else backOff(turn, 'connect', 'connection_lost');
}

/** A new socket at once, same session and token: how the machine asks the platform what it has. */
export function reopen(turn: Turn): void {
  if (!isOpen(turn)) return;
  dropSocket(turn);
  begin(turn, 'connect');
}

/** No echo in time, of a message or of the heartbeat in front of it. Silence proves nothing: ask the history. */
export function receiptDue(turn: Turn): void {
  if (hasUnconfirmed(turn) || turn.link.ping !== null) reopen(turn);
}

export function heartbeatDue(turn: Turn): void {
  if (keepsAlive(turn)) beat(turn);
  // Without heartbeats the platform ends the session. If no end was heard in time, the machine probably slept: the history tells.
  else if (isExpired(turn)) reopen(turn);
  else timer(turn, 'heartbeat', SESSION_IDLE_MS);
}

// ---------------------------------------------------------------- refused handshakes

/**
 * A browser cannot see why a handshake was refused: network, blocked sockets, or a session that is gone. After two in a row the broker is
 * asked to look, where it can (docs/spec/connection.md, R15). Otherwise a second session is made and its socket opened (R14). If that fails too, sockets
 * do not open at all, and the old session keeps being tried. If it opens, the old session is tried once more, while sockets are known to
 * open: refused again, it is gone.
 */
function refused(turn: Turn): void {
  const { link, online } = turn;
  if (online && link.trial?.stage === 'checking') {
    adopt(turn, link.trial.session);
    return;
  }
  // Without a network a refusal says nothing, and nobody can be asked.
  if (!online) link.refusals = 0;
  else if (link.trial) forgetRefusals(turn);
  else {
    link.refusals += 1;
    if (link.refusals >= REFUSALS_BEFORE_TRIAL) {
      if (link.canProbe && turn.session) {
        askBroker(turn, turn.session.id);
        return;
      }
      // For an end that is to be told no other session is made.
      if (turn.ending) {
        finish(turn, 'user-end');
        return;
      }
      link.trial = { stage: 'creating' };
    }
  }
  backOff(turn, 'connect', 'socket_refused');
}

/** Still on the way to a socket, in the phase `connecting`, but with an attempt of its own. */
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

/** One that was there a moment ago has not expired: the platform was restarted, or another one answers that never had it. */
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
  // A broker that cannot or will not look leaves the other way of finding out.
  link.canProbe = false;
  refused(turn);
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
  enter(turn, session);
  begin(turn, 'connect');
}

function forgetRefusals({ link }: Turn): void {
  link.refusals = 0;
  link.blocked = 0;
  link.trial = null;
}

// ---------------------------------------------------------------- environment and wishes

/** Browsers are wrong about it now and then: a heartbeat finds out, and until it is back no message goes (D20). So does each attempt (R4). */
export function wentOffline(turn: Turn): void {
  const { phase, link } = turn;
  turn.online = false;
  if (phase.name === 'waiting') pause(turn, phase.step);
  else if (link.ping === null) ping(turn);
}

/**
 * The page is put away or stopped. Its socket is closed in good order, which keeps the back/forward cache open to it and tells the platform;
 * nothing is tried until it is back.
 */
export function freeze(turn: Turn): void {
  const { phase } = turn;
  turn.frozen = true;
  if (phase.name === 'idle' || phase.name === 'ended' || phase.name === 'failed') return;
  dropSocket(turn);
  // Late answers to what was under way are ignored.
  turn.link.attempt += 1;
  pause(turn, phase.name === 'waiting' ? phase.step : 'connect');
}

export function resumed(turn: Turn): void {
  turn.frozen = false;
  wakeUp(turn);
}

/** Failures for lack of a network, or of one that carries sockets, are tried again with the next network; refusals are not. */
const OF_THE_NETWORK = /lost|socket|unreachable/;

export function cameOnline(turn: Turn): void {
  const { phase, link } = turn;
  turn.online = true;
  if (phase.name === 'failed' && OF_THE_NETWORK.test(phase.code)) {
    // While the chat had failed, nobody was asked.
    timer(turn, 'idle', Math.max(BACKOFF_MAX_MS, turn.idle.lifeAt + IDLE_ASK_MS - turn.at));
    reconnect(turn);
  }
  // A heartbeat from before the change of network is not waited for.
  else if (link.ping !== null && turn.at - link.pingedAt > FRESH_MS) reopen(turn);
  else wakeUp(turn);
}

/** After sleep, a return to the tab or to the network: do not sit out a pause, and find out at once whether the socket lives. */
export function wakeUp(turn: Turn): void {
  const { phase, link, conversation } = turn;
  if (phase.name === 'waiting') {
    // However often somebody looks in or presses: one attempt is left that is made without them.
    link.failures = Math.max(0, Math.min(link.failures, conversation.view.capabilities.maxReconnectAttempts - 1));
    stop(turn, 'retry');
    begin(turn, phase.step);
  } else if (link.ping === null) ping(turn);
}

/** The visitor's Try again. */
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
