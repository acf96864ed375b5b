/** The machine's one door: (state, input) → [state, effects]. Dispatch only; what happens is in the slice that each line names. */

import { archived, begin } from './attempts.ts';
import {
  callFailed,
  cameOnline,
  reconnect,
  retryDue,
  sessionCreated,
  socketClosed,
  socketOpened,
  tokenReceived,
  wakeUp,
  wentOffline,
} from './connection.ts';
import { emptyConversation } from './conversation.ts';
import type { Effect } from './effect.ts';
import { endRequested, endUnanswered, halt } from './ending.ts';
import { idleDue, keepsAlive, signOfLife } from './idle.ts';
import type { Input, InputOf, InputType } from './input.ts';
import { rejoinDue, rejoinRequested } from './joining.ts';
import { isOpen, ping, pongMissing, reopen, stable } from './link.ts';
import { discard, enqueue, forNewSession, hasUnconfirmed, pump, requeueFailed } from './outbox.ts';
import { eventsReceived, listened } from './reception.ts';
import type { SessionState } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { draftChanged, stoppedTyping, typingFaded } from './typing.ts';
import { interruptStreams, revealGaps } from './view.ts';

export function transition(state: SessionState, input: Input): Next {
  // An answer to an attempt that has been given up since: the world moved on.
  if ('attempt' in input && input.attempt !== state.link.attempt) return next(state);
  const step = dispatch(state, input);
  const alive = ACTS.has(input.type) ? andThen(step, now => signOfLife(now, input.at)) : step;
  return andThen(alive, now => tellPhase(state, now));
}

/** What only a visitor who is there does; a panel that closes says nothing. */
const ACTS: ReadonlySet<InputType> = new Set<InputType>([
  'openRequested',
  'sendRequested',
  'retryRequested',
  'discardRequested',
  'draftChanged',
  'startNewRequested',
  'reconnectRequested',
  'rejoinRequested',
  'stayRequested',
]);

function dispatch(state: SessionState, input: Input): Next {
  const { at } = input;
  switch (input.type) {
    case 'openRequested':
      return openRequested(state, at);
    case 'closeRequested':
      return closeRequested(state);
    case 'sendRequested':
      return sendRequested(state, input);
    case 'retryRequested':
      return retryRequested(state, input);
    case 'discardRequested':
      return discard(state, input.id);
    case 'draftChanged':
      return draftChanged(state, input.text);
    case 'endRequested':
      return endRequested(state, at);
    case 'startNewRequested':
      return startNew(state, at);
    case 'reconnectRequested':
      return reconnect(state, at);
    case 'stayRequested':
      return next(state);
    case 'rejoinRequested':
      return rejoinRequested(state, at);
    case 'tokenReceived':
      return tokenReceived(state, at);
    case 'tokenFailed':
      return callFailed(state, input.failure, 'authorize', at);
    case 'sessionCreated':
      return sessionCreated(state, input);
    case 'sessionFailed':
      return callFailed(state, input.failure, 'create', at);
    case 'socketOpened':
      return socketOpened(state, input);
    case 'socketClosed':
      return socketClosed(state, input);
    case 'eventsReceived':
      return eventsReceived(state, input);
    case 'timerFired':
      return timerFired(state, input);
    case 'online':
      return cameOnline(state, at);
    case 'offline':
      return wentOffline(state);
    case 'visible':
      return wakeUp({ ...state, visible: true }, at);
    case 'hidden':
      return next({ ...state, visible: false });
    case 'frozen':
      return next(state);
    case 'resumed':
      return wakeUp(state, at);
  }
}

function timerFired(state: SessionState, { key, at }: InputOf<'timerFired'>): Next {
  switch (key) {
    case 'retry':
      return retryDue(state, at);
    case 'receipt':
      // Silence proves nothing: ask the history.
      return hasUnconfirmed(state) && isOpen(state) ? reopen(state, at) : next(state);
    case 'listen':
      return listened(state, at);
    case 'hole':
      return isOpen(state) ? reopen(state, at) : next(state);
    case 'heartbeat':
      return isOpen(state) && keepsAlive(state, at) ? ping(state) : next(state);
    case 'idle':
      return idleDue(state, at);
    case 'pong':
      return pongMissing(state, at);
    case 'stable':
      return stable(state);
    case 'rejoin':
      return rejoinDue(state, at);
    case 'ending':
      return endUnanswered(state, at);
    case 'agentTyping':
      return typingFaded(state, 'agent');
    case 'liveTyping':
      return typingFaded(state, 'live');
    case 'ownTyping':
      return stoppedTyping(state);
    case 'gap':
      return withView(state, revealGaps(state.conversation.view));
    case 'silence':
      return withView(state, interruptStreams(state.conversation.view));
  }
}

function withView(state: SessionState, view: SessionState['conversation']['view']): Next {
  return next({ ...state, conversation: { ...state.conversation, view } });
}

// ---------------------------------------------------------------- wishes that touch several slices

function openRequested(state: SessionState, at: number): Next {
  const seen: Effect[] = state.panelOpen ? [] : [emit('open')];
  if (state.unread > 0) seen.push({ type: 'emit', event: { name: 'unread', detail: { count: 0 } } });
  return andThen(next({ ...state, panelOpen: true, unread: 0 }, ...seen), now => start(now, at));
}

function closeRequested(state: SessionState): Next {
  return state.panelOpen ? next({ ...state, panelOpen: false }, emit('close')) : next(state);
}

function sendRequested(state: SessionState, input: InputOf<'sendRequested'>): Next {
  const over = state.phase.name === 'ended' ? startNew(state, input.at) : next(state);
  return andThen(
    andThen(andThen(over, stoppedTyping), now => enqueue(now, input)),
    now => andThen(start(now, input.at), ready => pump(ready, input.at)),
  );
}

/** Retry looks into the history first, on a fresh socket; in an ended conversation it starts a new one. */
function retryRequested(state: SessionState, { id, at }: InputOf<'retryRequested'>): Next {
  if (!state.outbox.some(entry => entry.id === id && entry.status === 'failed')) return next(state);
  const over = state.phase.name === 'ended' ? startNew(state, at) : next(state);
  return andThen(
    andThen(over, now => requeueFailed(now, id)),
    now => (now.phase.name === 'active' && hasUnconfirmed(now) ? reopen(now, at) : pump(now, at)),
  );
}

/** Nothing is asked of any server before this. */
function start(state: SessionState, at: number): Next {
  return state.phase.name === 'idle' ? begin(state, 'authorize', at) : next(state);
}

/**
 * A new conversation. One that ended for good leaves nothing behind; one that was cut off stays readable above a divider.
 * Messages that never got through are kept.
 */
function startNew(state: SessionState, at: number): Next {
  const { phase, link, session } = state;
  const cutOff = phase.name === 'ended' && ['expired', 'closed', 'unknown', 'user-abandoned'].includes(phase.reason);
  // One that is still open is ended on the platform, too; nobody waits for the answer.
  const farewell: Effect[] =
    isOpen(state) && session ? [{ type: 'sendFrame', attempt: link.attempt, event: { type: 'USER_END_SESSION' } }] : [];
  const [halted, effects] = halt(state);
  const fresh: SessionState = {
    ...halted,
    past: cutOff ? archived(state) : [],
    conversation: emptyConversation(),
    session: null,
    // After a cut-off they go along by themselves; after a proper end they wait for the visitor's Retry.
    outbox: cutOff
      ? forNewSession(state.outbox).map(entry => ({ ...entry, status: 'queued' }))
      : forNewSession(state.outbox),
    link: { ...halted.link, reported: null, autoSessions: 0 },
  };
  return andThen([fresh, [...farewell, ...effects]], now => begin(now, link.authorized ? 'create' : 'authorize', at));
}

function tellPhase(before: SessionState, state: SessionState): Next {
  const { name } = state.phase;
  if (before.phase.name === name) return next(state);
  return next(state, { type: 'emit', event: { name: 'state', detail: { phase: name } } });
}

const emit = (name: 'open' | 'close'): Effect => ({ type: 'emit', event: { name, detail: {} } });
