/** Carries out those intents of the visitor or the host page that concern several files of this folder. */

import type { InputOf } from '../state/inputs.ts';
import { emit, send, type Turn } from '../state/step.ts';
import { withEarlier } from '../transcript/earlier-chats.ts';
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
  if (isKnown(turn, { id: input.id, text: '' })) return;
  if (isOver(turn)) startNew(turn);
  stoppedTyping(turn);
  enqueue(turn, input);
  start(turn);
  pump(turn);
}

/** Implements "Retry". Reads the history on a new socket first, if the message may have been sent. If the conversation is over, starts a new one. */
export function retryRequested(turn: Turn, { id }: InputOf<'retryRequested'>): void {
  if (!failedEntry(turn, id)) return;
  if (isOver(turn)) startNew(turn);
  requeueFailed(turn, id);
  // Connects if nothing has begun in this tab, which may have taken the message over from another.
  start(turn);
  if (turn.phase.name === 'active' && hasUnconfirmed(turn)) reopen(turn);
  else pump(turn);
}

/** Returns true if the conversation is over. The next message then begins a new one. */
function isOver({ phase, ending }: Turn): boolean {
  return ending || phase.name === 'ended';
}

/** Connects for the first time. While offline, ends the pause and tries at once (R4). */
function start(turn: Turn): void {
  const { phase, online } = turn;
  if (phase.name === 'idle') begin(turn, 'create');
  else if (phase.name === 'waiting' && !online) wakeUp(turn);
}

/** Starts a new conversation. Does nothing while the first one is being created. */
export function startNewRequested(turn: Turn): void {
  const { phase, session } = turn;
  if (session || !/^(?:authorizing|creating)$/.test(phase.name)) startNew(turn);
}

/**
 * Starts a new conversation. If the old one was cut off, for example by expiry, its transcript stays above a divider and its unconfirmed messages are
 * sent again. If it ended properly, its transcript becomes one of the earlier chats, and failed messages wait for the visitor's "Retry". Messages that were never sent are
 * kept. If the old conversation is still open, messages that may have arrived in it fail.
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
  if (cutOff) {
    turn.outbox = turn.outbox.map(entry => ({ ...entry, status: 'queued' }));
    for (const { id } of turn.outbox) delivery(turn, id, 'sending');
  } else {
    turn.earlier = withEarlier(turn.earlier, turn.past, turn.at);
    turn.past = [];
  }
  turn.anew = true;
  begin(turn, 'create');
  // Gets a new ticket, because the old one was not renewed after the end of the previous conversation.
  if (turn.link.authorized) renewTicket(turn);
}
