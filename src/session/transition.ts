/** The entry of the state machine: (state, input) → [state, effects]. Dispatches each input to its function. */

import { contextDue, contextSettled, joinRightChanged, rejoinDue, rejoinRequested } from './machine/agent-join.ts';
import {
  callFailed,
  cameOnline,
  challengeLasts,
  freeze,
  heartbeatDue,
  pongMissing,
  probed,
  probeFailed,
  receiptDue,
  reconnect,
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
} from './machine/connection.ts';
import { endRequested, endUnanswered } from './machine/ending.ts';
import { stable } from './machine/heartbeat.ts';
import { idleDue, signOfLife } from './machine/inactivity.ts';
import { looked, seenElsewhere, silenceDue } from './machine/message-events.ts';
import { discard } from './machine/outbox.ts';
import { forget, gaveUp, keepChanges, restored, shared, stored, took } from './machine/persistence.ts';
import { eventsReceived, listenDue } from './machine/receive-events.ts';
import { draftChanged, sign, stoppedTyping } from './machine/typing.ts';
import {
  closeRequested,
  openRequested,
  retryRequested,
  sendRequested,
  startNewRequested,
} from './machine/visitor-intents.ts';
import { contextRequested } from './state/context.ts';
import type { Effect, TimerKey } from './state/effects.ts';
import type { Input, InputOf, InputType } from './state/inputs.ts';
import type { SessionState } from './state/state.ts';
import { beginTurn, changeView, emit, endTurn, type Turn } from './state/step.ts';
import { revealGaps } from './transcript/view.ts';

export function transition(state: SessionState, input: Input): readonly [SessionState, readonly Effect[]] {
  // Ignores the answer to an older attempt.
  if ('attempt' in input && input.attempt !== state.link.attempt) return [state, []];
  const turn = beginTurn(state, input.at);
  if (input.type in ANSWERS) turn.online = true;
  (TAKE[input.type] as (turn: Turn, input: Input) => void)(turn, input);
  if (input.type in ACTS) signOfLife(turn);
  const { name: phase } = turn.phase;
  if (phase !== state.phase.name) emit(turn, 'state', { phase });
  // Requests no write after these inputs, because the record was just read or is to be removed.
  if (turn.writeAhead && input.type !== 'restored' && input.type !== 'forgetRequested') keepChanges(turn, state);
  return endTurn(turn);
}

/**
 * Inputs that come from an answer of a server. They prove that there is a network, even if the browser reports none. So does the echo of a
 * heartbeat (receive-events.ts).
 */
const ANSWERS: Partial<Record<InputType, true>> = {
  tokenReceived: true,
  sessionCreated: true,
  socketOpened: true,
  probed: true,
};

type Take = { readonly [T in InputType]: (turn: Turn, input: InputOf<T>) => void };

const nothing = () => {};

/** Intents that show that the visitor is present. Closing the panel does not. */
const ACTS = {
  openRequested,
  sendRequested,
  retryRequested,
  discardRequested: discard,
  draftChanged,
  startNewRequested,
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
  shared,
  took,
  gaveUp,
  joinRight: joinRightChanged,
  seenElsewhere,
  aliveElsewhere: signOfLife,
  stored,
  contextRequested,
  contextSettled,
  tokenReceived,
  challengeLasts,
  tokenFailed: callFailed,
  sessionCreated,
  sessionFailed: callFailed,
  probed,
  probeFailed,
  socketOpened,
  socketClosed,
  eventsReceived,
  looked,
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
  receipt: receiptDue,
  listen: listenDue,
  hole: reopen,
  heartbeat: heartbeatDue,
  idle: idleDue,
  ticket: ticketDue,
  pong: pongMissing,
  stable,
  rejoin: rejoinDue,
  context: contextDue,
  ending: endUnanswered,
  agentTyping: turn => sign(turn, 'agent', false),
  liveTyping: turn => sign(turn, 'live', false),
  ownTyping: stoppedTyping,
  gap: turn => changeView(turn, revealGaps),
  silence: silenceDue,
};
