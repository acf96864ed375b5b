/** Ends a conversation: on behalf of the visitor or the platform, or because a new one replaces it. */

import { OTHER_TIMERS } from '../state/effects.ts';
import { changeView, emit, send, stop, type Turn, timer } from '../state/step.ts';
import { END_ANSWER_MS } from '../state/timeouts.ts';
import type { EndReason } from '../transcript/items.ts';
import { closeView } from '../transcript/view.ts';
import { dropSocket, isOpen } from './heartbeat.ts';
import { breakOff } from './message-events.ts';
import { failed } from './outbox.ts';

/**
 * Ends the conversation: closes the socket, stops all timers, and ignores calls in progress. Unconfirmed messages stay visible as failed, and the
 * visitor decides what to do with them.
 */
export function finish(turn: Turn, how: EndReason): void {
  if (turn.phase.name === 'ended') return;
  breakOff(turn);
  // Reports that the visitor ended the conversation, even if the session has expired or been closed since.
  const reason = turn.ending && (how === 'expired' || how === 'closed') ? 'user-end' : how;
  halt(turn);
  turn.phase = { name: 'ended', reason, at: turn.at };
  turn.outbox = turn.outbox.map(entry => failed(turn, entry));
  if (!isCutOff(reason)) dropToken(turn, true);
  emit(turn, 'ended', { reason });
}

/** Returns true if nobody asked for the conversation to end. The next one may then continue where it stopped. */
export const isCutOff = (reason: EndReason): boolean => /^(?:expired|closed|unknown|user-abandoned)$/.test(reason);

/** Drops the token, and the ticket for it. */
export function dropToken({ link, effects }: Turn, isOver?: true): void {
  link.authorized = false;
  link.tokenExpiresAt = null;
  effects.push({ type: 'dropToken', ...(isOver && { isOver }) });
}

/** Stops all timers and closes the socket, in any phase. */
export function halt(turn: Turn): void {
  const { link } = turn;
  dropSocket(turn);
  stop(turn, ...OTHER_TIMERS);
  changeView(turn, closeView);
  turn.ending = false;
  turn.idle = { ...turn.idle, askedAt: null };
  // Ignores answers to calls in progress.
  link.attempt += 1;
  link.failures = 0;
}

/** Ends the conversation. If a socket is open, asks the platform to end it; otherwise ends it here, and the platform's session times out. */
export function endRequested(turn: Turn): void {
  if (turn.phase.name === 'idle') return;
  if (isOpen(turn)) {
    turn.ending = true;
    tellEnd(turn);
  } else finish(turn, 'user-end');
}

/** Sends the request to end on an open socket. A later socket sends the request again, because nothing shows that it has arrived. */
export function tellEnd(turn: Turn): void {
  send(turn, { type: 'USER_END_SESSION' });
  timer(turn, 'ending', END_ANSWER_MS);
}

/**
 * Ends the conversation if the platform has not answered on an open socket, or if there is no network. Otherwise waits: the next socket sends
 * the request again.
 */
export function endUnanswered(turn: Turn): void {
  if (turn.ending && (isOpen(turn) || !turn.online)) finish(turn, 'user-end');
}
