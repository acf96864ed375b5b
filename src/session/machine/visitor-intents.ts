/** Carries out intents of the visitor or the host page that concern several slices. */

import type { InputOf } from '../state/inputs.ts';
import { emit, send, type Turn } from '../state/step.ts';
import { begin, closeSession } from './attempts.ts';
import { renewTicket, reopen, wakeUp } from './connection.ts';
import { halt, isCutOff } from './ending.ts';
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

/** Implements "Retry": reads the history on a new socket first. In an ended conversation it starts a new one. */
export function retryRequested(turn: Turn, { id }: InputOf<'retryRequested'>): void {
  if (!failedEntry(turn, id)) return;
  if (isOver(turn)) startNew(turn);
  requeueFailed(turn, id);
  // A failed message of another tab may be in a tab where nothing has begun.
  start(turn);
  if (turn.phase.name === 'active' && hasUnconfirmed(turn)) reopen(turn);
  else pump(turn);
}

/** Returns true if the next message begins another conversation. */
function isOver({ phase, ending }: Turn): boolean {
  return ending || phase.name === 'ended';
}

/** Starts the conversation; no server is contacted before. While offline, an action of the visitor ends the long pauses (R4). */
function start(turn: Turn): void {
  const { phase, online } = turn;
  if (phase.name === 'idle') begin(turn, 'create');
  else if (phase.name === 'waiting' && !online) wakeUp(turn);
}

/** Starts a new conversation, unless one is just being created. */
export function startNewRequested(turn: Turn): void {
  const { phase, session } = turn;
  if (session || !/^(?:authorizing|creating)$/.test(phase.name)) startNew(turn);
}

/**
 * Starts a new conversation. One that ended for good leaves nothing behind; one that was cut off stays readable above a divider. Messages that were
 * never sent are kept. A message that may have arrived, in a conversation that was still open, is sent again only if the visitor retries it.
 */
function startNew(turn: Turn): void {
  const { phase } = turn;
  const cutOff = phase.name === 'ended' && isCutOff(phase.reason);
  // Ends an open session on the platform as well, without waiting for the answer.
  if (isOpen(turn) && !turn.ending) send(turn, { type: 'USER_END_SESSION' });
  giveUpDoubtful(turn);
  breakOff(turn);
  halt(turn);
  closeSession(turn);
  turn.link.reported = null;
  turn.link.autoSessions = 0;
  // After a cut-off, messages are sent again automatically; after a proper end they wait for the visitor's "Retry".
  if (cutOff) {
    turn.outbox = turn.outbox.map(entry => ({ ...entry, status: 'queued' }));
    for (const { id } of turn.outbox) delivery(turn, id, 'sending');
  } else turn.past = [];
  turn.anew = true;
  begin(turn, 'create');
  // The ticket was renewed only until the previous conversation ended.
  if (turn.link.authorized) renewTicket(turn);
}
