/**
 * Gets a token, a session and a socket, and replaces those that are lost. Has one function for each fact and intent that concerns the connection.
 * Events of the conversation are in receive-events.ts, messages to send in outbox.ts.
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
  MAX_BLOCKED_WITH_CHAT,
  MAX_NEW_TOKENS,
  REFUSALS_BEFORE_TRIAL,
  STABLE_MS,
  TICKET_MS,
} from '../state/timeouts.ts';
import { backOff, begin, closeSession, giveUp, isExpired, pause, renewSession } from './attempts.ts';
import { dropToken, finish, tellEnd } from './ending.ts';
import { beat, dropSocket, isOpen, ping } from './heartbeat.ts';
import { isAlive, keepsAlive } from './inactivity.ts';
import { giveUpDoubtful, hasUnconfirmed } from './outbox.ts';

// ---------------------------------------------------------------- steps forward

export function tokenReceived(turn: Turn, input: InputOf<'tokenReceived'>): void {
  const { resumed, expiresInMs, canProbe, chat = null, prefersChat } = input;
  if (turn.phase.name !== 'authorizing') return;
  const { link, session } = turn;
  link.authorized = true;
  link.tokenExpiresAt = turn.at + expiresInMs;
  link.ticketAt = turn.at;
  link.canProbe = canProbe;
  link.chat = chat;
  link.overChat = chat !== null && (link.overChat || prefersChat === true);
  link.tokenGood = resumed;
  timer(turn, 'ticket', TICKET_MS);
  // Creates a new session, because a new token means a new user, who cannot use the session of the old one.
  if (session && (!resumed || (session.chat && !chat))) renewSession(turn);
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

export function sessionCreated(turn: Turn, { sessionId, chat }: InputOf<'sessionCreated'>): void {
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
    ...(chat && { chat }),
  };
  link.tokenGood = true;
  if (link.trial) link.trial = { stage: 'opening', session };
  else enter(turn, session);
  begin(turn, 'connect');
}

/** Enters a session that this tab has just created. No other tab can have asked for an agent in it. */
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
    // Tries the current session again. That the trial session could not be created proves nothing about the current one.
    forgetRefusals(turn);
    backOff(turn, 'connect', code, retryAfterMs);
  } else if (PASSES.test(kind) || (kind === 'bad_answer' && (turn.session || !turn.online))) {
    // Tries again. If the broker has worked before, this answer probably comes from a proxy while the broker restarts. If there is no network, it
    // comes from a service worker.
    backOff(turn, 'create', code, retryAfterMs);
  } else giveUp(turn, 'create', code);
}

/**
 * Handles a refused token. If the token worked before, the platform may have restarted: the first time, fetches a new token at once and reports
 * nothing. Otherwise fetches one after the usual pause.
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

/** Kinds of temporary failure. The same call may succeed later. */
const PASSES = /^(network|unavailable|rate_limited)$/;

/** Kinds of failure that may come from a proxy between page and server, or from no server at all. */
const WORDLESS = /^(network|unavailable|bad_answer)$/;

type Kind = CallFailure['kind'];
type Codes = readonly [broker: ConnectionCode, platform?: ConnectionCode];

/** Codes of failures: one for both servers, or one for the broker and one for the platform. Kinds that are not listed are codes themselves. */
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

/** Treats a socket as dead if a heartbeat is not echoed. A mere lack of events would not prove it: a throttled tab receives none either. */
export function pongMissing(turn: Turn): void {
  if (!isOpen(turn)) return;
  const { ended } = turn.conversation.view;
  dropSocket(turn);
  // Ends the conversation if the history says that the session has ended: the platform may ignore heartbeats of such a session.
  if (ended) finish(turn, ended);
  else backOff(turn, 'connect', 'connection_lost');
}

/** Opens a new socket at once for the same session and token, to read the history. */
export function reopen(turn: Turn): void {
  if (!isOpen(turn)) return;
  dropSocket(turn);
  begin(turn, 'connect');
}

/** Reads the history if a message, or the heartbeat before it, was not echoed in time. The missing echo does not prove that the message is lost. */
export function receiptDue(turn: Turn): void {
  if (hasUnconfirmed(turn) || turn.link.ping !== null) reopen(turn);
}

export function heartbeatDue(turn: Turn): void {
  if (keepsAlive(turn)) beat(turn);
  // Heartbeats have stopped, so the platform must have ended the session by now. If no SESSION_END has arrived, the device was probably asleep:
  // reads the history.
  else if (isExpired(turn)) reopen(turn);
  else timer(turn, 'heartbeat', SESSION_IDLE_MS);
}

// ---------------------------------------------------------------- refused handshakes

/**
 * Handles a refused handshake. A browser cannot see the reason: network, blocked sockets, or a session that is gone. After two refusals in a row the
 * broker is asked to probe, if it can (docs/spec/connection.md, R15). Otherwise a second session, the trial, is created and its socket opened (R14).
 * If the trial's socket is refused as well, the old session is not to blame, and attempts continue with it. If the trial's socket opens, the old
 * session is tried once more. If the old session is refused again, it is gone.
 */
function refused(turn: Turn): void {
  const { link, online } = turn;
  if (online && link.trial?.stage === 'checking') {
    adopt(turn, link.trial.session);
    return;
  }
  // Does not count refusals without a network, because they prove nothing about the session.
  if (!online) link.refusals = 0;
  else if (link.trial) forgetRefusals(turn);
  else {
    link.refusals += 1;
    if (link.refusals >= REFUSALS_BEFORE_TRIAL) {
      if (link.canProbe && turn.session) {
        askBroker(turn, turn.session.id);
        return;
      }
      // Creates no second session if the conversation is about to end.
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
    if (link.blocked < (link.chat ? MAX_BLOCKED_WITH_CHAT : MAX_BLOCKED)) backOff(turn, 'connect', 'socket_refused');
    else if (link.chat && !turn.ending) goOverToChat(turn);
    else giveUp(turn, 'connect', 'sockets_blocked');
  } else if (status === 404) sessionUnknown(turn);
  else if (status === 401) tokenRefused(turn, 'token_refused');
  else if (status === 429) backOff(turn, 'connect', 'rate_limited', retryAfterMs);
  else backOff(turn, 'connect', 'service_unavailable', retryAfterMs);
}

/** Goes on over Chat, in a new session. What the socket may have carried is not sent again: the platform may have it. */
function goOverToChat(turn: Turn): void {
  giveUpDoubtful(turn);
  turn.link.overChat = true;
  renewSession(turn);
}

/**
 * Handles a session that the platform does not know. A session that had events recently cannot have expired: the platform was restarted, or
 * another instance of it answers. A new session then replaces the old one.
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
  // Uses a trial session instead, because the broker cannot or will not probe.
  link.canProbe = false;
  refused(turn);
}

/** Tries the old session again after the trial's socket has opened. The trial's socket is closed, because there is one socket at a time. */
function checkOldSession(turn: Turn, session: SessionFacts): void {
  turn.link.trial = { stage: 'checking', session };
  dropSocket(turn);
  begin(turn, 'connect');
}

/** Replaces the old session, which is gone, with the trial session, which works. */
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

/**
 * Tests the network with a heartbeat, because browsers sometimes wrongly report that there is none. No message is sent until the heartbeat is
 * echoed (D20). If there is no socket, the rare attempts to connect test the network (R4).
 */
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
  // Ignores late answers to calls in progress.
  turn.link.attempt += 1;
  pause(turn, phase.name === 'waiting' ? phase.step : 'connect');
}

export function resumed(turn: Turn): void {
  turn.frozen = false;
  wakeUp(turn);
}

/**
 * Failures that another network may remedy. When the browser comes online, the connection is tried again after these failures, but not after
 * refusals.
 */
const OF_THE_NETWORK = /lost|socket|unreachable/;

export function cameOnline(turn: Turn): void {
  const { phase, link } = turn;
  turn.online = true;
  if (phase.name === 'failed' && OF_THE_NETWORK.test(phase.code)) {
    // Restarts the inactivity timer, which was ignored while the phase was `failed`.
    timer(turn, 'idle', Math.max(BACKOFF_MAX_MS, turn.idle.lifeAt + IDLE_ASK_MS - turn.at));
    reconnect(turn);
  }
  // Does not wait for the echo of an unanswered heartbeat, because it was sent over the previous network.
  else if (link.ping !== null && turn.at - link.pingedAt > FRESH_MS) reopen(turn);
  else wakeUp(turn);
}

/** Reacts to a resumed page, a visible tab or a new network: ends a pause, and checks at once whether the socket is alive. */
export function wakeUp(turn: Turn): void {
  const { phase, link, conversation } = turn;
  if (phase.name === 'waiting') {
    // Lowers the count of failures, to allow at least one more automatic attempt after this one.
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
