/** The machine's one door: (state, input) → [state, effects]. Dispatch only; what happens is in the slice that each line names. */

import { SESSION_IDLE_MS } from '../protocol/limits.ts';
import { begin, closeSession } from './attempts.ts';
import {
  callFailed,
  cameOnline,
  freeze,
  pongMissing,
  probed,
  probeFailed,
  reconnect,
  renewTicket,
  reopen,
  resumed,
  retryDue,
  sessionCreated,
  socketClosed,
  socketOpened,
  ticketDue,
  tokenReceived,
  wakeUp,
  wentOffline,
} from './connection.ts';
import type { Effect, TimerKey } from './effect.ts';
import { endRequested, endUnanswered, halt } from './ending.ts';
import { idleDue, keepsAlive, signOfLife } from './idle.ts';
import type { Input, InputOf, InputType } from './input.ts';
import { rejoinDue, rejoinRequested } from './joining.ts';
import { forget, isKnown, keepChanges, restored, stored } from './keeping.ts';
import { beat, isOpen, stable } from './link.ts';
import { delivery, discard, enqueue, failedEntry, hasUnconfirmed, pump, requeueFailed } from './outbox.ts';
import { eventsReceived, listenDue, silenced } from './reception.ts';
import type { SessionState } from './state.ts';
import { beginTurn, changeView, emit, endTurn, send, type Turn, timer } from './turn.ts';
import { draftChanged, sign, stoppedTyping } from './typing.ts';
import { revealGaps } from './view.ts';

export function transition(state: SessionState, input: Input): readonly [SessionState, readonly Effect[]] {
  // An answer to an attempt that has been given up since: the world moved on.
  if ('attempt' in input && input.attempt !== state.link.attempt) return [state, []];
  const turn = beginTurn(state, input.at);
  (TAKE[input.type] as (turn: Turn, input: Input) => void)(turn, input);
  if (input.type in ACTS) signOfLife(turn);
  const { name: phase } = turn.phase;
  if (phase !== state.phase.name) emit(turn, 'state', { phase });
  // What has just been read need not be written, nor what is to be forgotten.
  if (turn.writeAhead && input.type !== 'restored' && input.type !== 'forgetRequested') keepChanges(turn, state);
  return endTurn(turn);
}

type Take = { readonly [T in InputType]: (turn: Turn, input: InputOf<T>) => void };

const nothing = () => {};

/** What only a visitor who is there does; a panel that closes says nothing. */
const ACTS = {
  openRequested,
  sendRequested,
  retryRequested,
  discardRequested: discard,
  draftChanged,
  startNewRequested: startNew,
  reconnectRequested: reconnect,
  rejoinRequested,
  stayRequested: nothing,
} satisfies Partial<Take>;

const TAKE: Take = {
  ...ACTS,
  closeRequested,
  endRequested,
  forgetRequested: forget,
  restored,
  stored,
  tokenReceived,
  tokenFailed: callFailed,
  sessionCreated,
  sessionFailed: callFailed,
  probed,
  probeFailed,
  socketOpened,
  socketClosed,
  eventsReceived,
  timerFired: (turn, { key }) => DUE[key](turn),
  online: cameOnline,
  offline: wentOffline,
  visible: wakeUp,
  hidden: nothing,
  frozen: freeze,
  resumed,
};

const DUE: Readonly<Record<TimerKey, (turn: Turn) => void>> = {
  retry: retryDue,
  receipt(turn) {
    // Silence proves nothing: ask the history.
    if (hasUnconfirmed(turn)) reopen(turn);
  },
  listen: listenDue,
  hole: reopen,
  heartbeat(turn) {
    const { session, at } = turn;
    if (keepsAlive(turn)) beat(turn);
    // The platform ends what nobody keeps alive. Where it has not said so in time, its word has not got through: the machine slept, perhaps.
    else if (session && at - session.lastActivityAt > SESSION_IDLE_MS) reopen(turn);
    else timer(turn, 'heartbeat', SESSION_IDLE_MS);
  },
  idle: idleDue,
  ticket: ticketDue,
  pong: pongMissing,
  stable,
  rejoin: rejoinDue,
  ending: endUnanswered,
  agentTyping: turn => sign(turn, 'agent', false),
  liveTyping: turn => sign(turn, 'live', false),
  ownTyping: stoppedTyping,
  gap: turn => changeView(turn, revealGaps),
  silence: silenced,
};

// ---------------------------------------------------------------- wishes that touch several slices

function openRequested(turn: Turn): void {
  if (!turn.panelOpen) emit(turn, 'open', {});
  if (turn.unread > 0) emit(turn, 'unread', { count: 0 });
  turn.panelOpen = true;
  turn.unread = 0;
  start(turn);
}

function closeRequested(turn: Turn): void {
  if (turn.panelOpen) emit(turn, 'close', {});
  turn.panelOpen = false;
}

function sendRequested(turn: Turn, input: InputOf<'sendRequested'>): void {
  if (isKnown(turn, input.id)) return;
  if (isOver(turn)) startNew(turn);
  stoppedTyping(turn);
  enqueue(turn, input);
  start(turn);
  if (input.doubtful && turn.phase.name === 'active') reopen(turn);
  else pump(turn);
}

/** Retry looks into the history first, on a fresh socket; in an ended conversation it starts a new one. */
function retryRequested(turn: Turn, { id }: InputOf<'retryRequested'>): void {
  if (!failedEntry(turn, id)) return;
  if (isOver(turn)) startNew(turn);
  requeueFailed(turn, id);
  if (turn.phase.name === 'active' && hasUnconfirmed(turn)) reopen(turn);
  else pump(turn);
}

/** What is said now belongs to another conversation. */
function isOver({ phase, ending }: Turn): boolean {
  return ending || phase.name === 'ended';
}

/** Nothing is asked of any server before this. */
function start(turn: Turn): void {
  if (turn.phase.name === 'idle') begin(turn, 'create');
}

/**
 * A new conversation. One that ended for good leaves nothing behind; one that was cut off stays readable above a divider.
 * Messages that never got through are kept.
 */
function startNew(turn: Turn): void {
  const { phase } = turn;
  const cutOff = phase.name === 'ended' && ['expired', 'closed', 'unknown', 'user-abandoned'].includes(phase.reason);
  // One that is still open is ended on the platform, too; nobody waits for the answer.
  if (isOpen(turn) && !turn.ending) send(turn, { type: 'USER_END_SESSION' });
  halt(turn);
  closeSession(turn);
  turn.link.reported = null;
  turn.link.autoSessions = 0;
  // After a cut-off they go along by themselves; after a proper end they wait for the visitor's Retry.
  if (cutOff) {
    turn.outbox = turn.outbox.map(entry => ({ ...entry, status: 'queued' }));
    for (const { id } of turn.outbox) delivery(turn, id, 'sending');
  } else turn.past = [];
  begin(turn, 'create');
  // It was renewed until the end of the conversation before this one, and no further.
  if (turn.link.authorized) renewTicket(turn);
}
