/** How a conversation ends: by the visitor, by the platform, or by being replaced with a new one. */

import { OTHER_TIMERS } from '../state/effects.ts';
import { changeView, emit, send, stop, type Turn, timer } from '../state/step.ts';
import { END_ANSWER_MS } from '../state/timeouts.ts';
import type { EndReason } from '../transcript/items.ts';
import { closeView } from '../transcript/view.ts';
import { dropSocket, isOpen } from './heartbeat.ts';
import { breakOff } from './message-events.ts';
import { failed } from './outbox.ts';

/** Over: no socket, no timer, nothing under way. What was not confirmed stays visible, as failed, for the visitor to decide. */
export function finish(turn: Turn, how: EndReason): void {
  if (turn.phase.name === 'ended') return;
  breakOff(turn);
  // Whatever became of the session meanwhile: it was the visitor who ended the conversation.
  const reason = turn.ending && (how === 'expired' || how === 'closed') ? 'user-end' : how;
  halt(turn);
  turn.phase = { name: 'ended', reason, at: turn.at };
  turn.outbox = turn.outbox.map(entry => failed(turn, entry));
  emit(turn, 'ended', { reason });
}

/** Stops everything that runs, whatever the phase. */
export function halt(turn: Turn): void {
  const { link } = turn;
  dropSocket(turn);
  stop(turn, ...OTHER_TIMERS);
  changeView(turn, closeView);
  turn.ending = false;
  turn.idle = { ...turn.idle, askedAt: null };
  // Answers to anything that is still under way are ignored.
  link.attempt += 1;
  link.failures = 0;
}

/** The visitor ends: the platform is asked when a socket is open; otherwise it ends here, and the platform's session times out. */
export function endRequested(turn: Turn): void {
  if (turn.phase.name === 'idle') return;
  if (isOpen(turn)) {
    turn.ending = true;
    tellEnd(turn);
  } else finish(turn, 'user-end');
}

/** Told on a socket that is open; one that opens later tells it again, because nobody knows whether it arrived. */
export function tellEnd(turn: Turn): void {
  send(turn, { type: 'USER_END_SESSION' });
  timer(turn, 'ending', END_ANSWER_MS);
}

/** Without a socket it may not have arrived, and is told again first. Without a network nobody can be told, nor waited for. */
export function endUnanswered(turn: Turn): void {
  if (turn.ending && (isOpen(turn) || !turn.online)) finish(turn, 'user-end');
}
