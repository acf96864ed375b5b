/** Carries out calls of the visitor, or of the page in their name, that touch several slices. */

import type { InputOf } from '../state/inputs.ts';
import { emit, send, type Turn } from '../state/step.ts';
import { begin, closeSession } from './attempts.ts';
import { renewTicket, reopen, wakeUp } from './connection.ts';
import { halt } from './ending.ts';
import { isOpen } from './heartbeat.ts';
import { breakOff, readSeen } from './message-events.ts';
import { delivery, enqueue, failedEntry, giveUpDoubtful, hasUnconfirmed, pump, requeueFailed } from './outbox.ts';
import { isKnown } from './persistence.ts';
import { stoppedTyping } from './typing.ts';

export function openRequested(turn: Turn): void {
  if (!turn.panelOpen) emit(turn, 'open', {});
  turn.panelOpen = true;
  readSeen(turn);
  start(turn);
}

export function closeRequested(turn: Turn): void {
  if (turn.panelOpen) emit(turn, 'close', {});
  turn.panelOpen = false;
}

export function sendRequested(turn: Turn, input: InputOf<'sendRequested'>): void {
  if (isKnown(turn, input.id)) return;
  if (isOver(turn)) startNew(turn);
  stoppedTyping(turn);
  enqueue(turn, input);
  start(turn);
  pump(turn);
}

/** Retry looks into the history first, on a fresh socket; in an ended conversation it starts a new one. */
export function retryRequested(turn: Turn, { id }: InputOf<'retryRequested'>): void {
  if (!failedEntry(turn, id)) return;
  if (isOver(turn)) startNew(turn);
  requeueFailed(turn, id);
  // A failed message of another tab may stand in a tab where nothing has begun.
  start(turn);
  if (turn.phase.name === 'active' && hasUnconfirmed(turn)) reopen(turn);
  else pump(turn);
}

/** Returns true if the next message begins another conversation. */
function isOver({ phase, ending }: Turn): boolean {
  return ending || phase.name === 'ended';
}

/** Nothing is asked of any server before this. A visitor who does something does not sit out the long pauses of R4. */
function start(turn: Turn): void {
  const { phase, online } = turn;
  if (phase.name === 'idle') begin(turn, 'create');
  else if (phase.name === 'waiting' && !online) wakeUp(turn);
}

/** One that is just being made is new. */
export function startNewRequested(turn: Turn): void {
  const { phase, session } = turn;
  if (session || !/^(?:authorizing|creating)$/.test(phase.name)) startNew(turn);
}

/**
 * A new conversation. One that ended for good leaves nothing behind; one that was cut off stays readable above a divider. Messages that
 * never got through are kept; one that may have, in a conversation that was still open, goes along only when the visitor says so.
 */
function startNew(turn: Turn): void {
  const { phase } = turn;
  const cutOff = phase.name === 'ended' && ['expired', 'closed', 'unknown', 'user-abandoned'].includes(phase.reason);
  // One that is still open is ended on the platform, too; nobody waits for the answer.
  if (isOpen(turn) && !turn.ending) send(turn, { type: 'USER_END_SESSION' });
  giveUpDoubtful(turn);
  breakOff(turn);
  halt(turn);
  closeSession(turn);
  turn.link.reported = null;
  turn.link.autoSessions = 0;
  // After a cut-off they go along by themselves; after a proper end they wait for the visitor's Retry.
  if (cutOff) {
    turn.outbox = turn.outbox.map(entry => ({ ...entry, status: 'queued' }));
    for (const { id } of turn.outbox) delivery(turn, id, 'sending');
  } else turn.past = [];
  turn.anew = true;
  begin(turn, 'create');
  // It was renewed until the end of the conversation before this one, and no further.
  if (turn.link.authorized) renewTicket(turn);
}
