/**
 * Heartbeats would keep an abandoned session alive for ever, so they follow the conversation: they go on while the last message or keystroke
 * is under ten minutes old, while a reply is awaited, and while the visitor waits for or talks to a person. After eight quiet minutes the
 * visitor is asked; unanswered, the heartbeats stop and the platform ends the session in its own time (docs/RULES.md, I1 to I4).
 */

import type { ServerEvent } from '../protocol/events.ts';
import { SESSION_IDLE_MS } from '../protocol/limits.ts';
import { isOpen, ping } from './link.ts';
import type { SessionState } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { IDLE_ASK_MS } from './timings.ts';

const ANSWER_MS = SESSION_IDLE_MS - IDLE_ASK_MS;

/** Someone said or typed something: whatever was asked is answered, and heartbeats that had stopped start again. */
export function signOfLife(state: SessionState, at: number): Next {
  const { phase } = state;
  if (phase.name === 'idle' || phase.name === 'ended' || phase.name === 'failed') return next(state);
  const alive: SessionState = { ...state, idle: { lifeAt: at, askedAt: null } };
  const timed = next(alive, { type: 'setTimer', key: 'idle', ms: IDLE_ASK_MS });
  const lapsed = state.idle.askedAt !== null && isOpen(state) && state.link.ping === null;
  return lapsed ? andThen(timed, ping) : timed;
}

/** Messages of either side are signs of life; what the platform says of itself is not. */
export function heardLife(state: SessionState, fresh: readonly ServerEvent[], at: number): Next {
  if (fresh.some(event => event.type === 'SESSION_IDLE_WARNING')) return ask(state, at);
  return fresh.some(event => 'messageId' in event || event.type === 'AGENT_JOINED')
    ? signOfLife(state, at)
    : next(state);
}

export function idleDue(state: SessionState, at: number): Next {
  if (state.keepAlive === 'always') return next(state);
  // Waiting for others is no idleness of the visitor's.
  if (isWaitedFor(state)) return next(state, { type: 'setTimer', key: 'idle', ms: IDLE_ASK_MS });
  return ask(state, at);
}

function ask(state: SessionState, at: number): Next {
  const { phase } = state;
  if (phase.name === 'idle' || phase.name === 'ended' || state.idle.askedAt !== null) return next(state);
  const secondsLeft = Math.round(ANSWER_MS / 1000);
  return next(
    { ...state, idle: { ...state.idle, askedAt: at } },
    {
      type: 'emit',
      event: { name: 'idle', detail: { secondsLeft } },
    },
  );
}

/** Whether the next heartbeat is due at all. */
export function keepsAlive(state: SessionState, at: number): boolean {
  if (state.keepAlive !== 'conversation') return state.keepAlive === 'always';
  return isWaitedFor(state) || at - state.idle.lifeAt < SESSION_IDLE_MS;
}

function isWaitedFor(state: SessionState): boolean {
  const { party, streams } = state.conversation.view;
  const reply =
    state.typing.agent || state.outbox.some(entry => entry.status !== 'failed') || Object.keys(streams).length > 0;
  return reply || party === 'queue' || party === 'live';
}

/** When the session ends unless the visitor answers, in milliseconds since 1970; null when nothing was asked. */
export function idleEndsAt(state: SessionState): number | null {
  return state.idle.askedAt === null ? null : state.idle.askedAt + ANSWER_MS;
}
