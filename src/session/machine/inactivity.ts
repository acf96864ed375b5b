/**
 * Stops the heartbeats of an abandoned conversation, which would keep it alive for ever. Heartbeats continue while the last message or keystroke is
 * less than ten minutes old, while a reply is awaited, and while the visitor waits for a person or talks to one. After eight quiet minutes the
 * visitor is asked whether to continue. Without an answer the heartbeats stop, and the platform ends the session after its timeout
 * (docs/spec/connection.md, I1 to I4).
 */

import type { ServerEvent } from '../../protocol/events.ts';
import { SESSION_IDLE_MS } from '../../protocol/limits.ts';
import type { SessionState } from '../state/state.ts';
import { emit, type Turn, timer } from '../state/step.ts';
import { IDLE_ASK_MS } from '../state/timeouts.ts';
import { isStreaming } from '../transcript/view.ts';
import { ping } from './heartbeat.ts';

const ANSWER_MS = SESSION_IDLE_MS - IDLE_ASK_MS;

/** Records activity of either side: withdraws the question whether to continue, and resumes heartbeats. */
export function signOfLife(turn: Turn): void {
  const { phase, idle, link, at } = turn;
  if (phase.name === 'idle' || phase.name === 'ended') return;
  turn.idle = { lifeAt: at, askedAt: null };
  timer(turn, 'idle', IDLE_ASK_MS);
  if (idle.askedAt !== null && link.ping === null) ping(turn);
}

/** Events other than messages that restart the eight minutes: an agent joined, or the visitor no longer waits for a person. */
const BEGINS = /^(?:AGENT_JOINED|LIVE_AGENT_LEFT|HANDOFF_(?:FAILED|TIMEOUT))$/;

/** Treats messages of either side, and the events of BEGINS, as activity. Notices of the platform do not count. */
export function heardLife(turn: Turn, fresh: readonly ServerEvent[]): void {
  // The latest event counts: a message cancels an earlier warning.
  const last = fresh.findLast(
    event => event.type === 'SESSION_IDLE_WARNING' || BEGINS.test(event.type) || 'messageId' in event,
  );
  if (last?.type === 'SESSION_IDLE_WARNING') warned(turn);
  else if (last) signOfLife(turn);
}

/** Reacts to SESSION_IDLE_WARNING: sends a heartbeat if the conversation should continue without asking; otherwise asks the visitor. */
function warned(turn: Turn): void {
  const { keepAlive, link } = turn;
  const goesOn = keepAlive === 'always' || (keepAlive === 'conversation' && isWaitedFor(turn));
  if (!goesOn) ask(turn);
  else if (link.ping === null) ping(turn);
}

export function idleDue(turn: Turn): void {
  // After a failure there is no session that the visitor's answer could keep alive.
  if (turn.keepAlive === 'always' || turn.phase.name === 'failed') return;
  // A visitor who waits for a reply or a person is not idle.
  if (isWaitedFor(turn)) timer(turn, 'idle', IDLE_ASK_MS);
  else ask(turn);
}

function ask(turn: Turn): void {
  const { phase, idle, at } = turn;
  if (phase.name === 'idle' || phase.name === 'ended' || idle.askedAt !== null) return;
  turn.idle = { ...idle, askedAt: at };
  emit(turn, 'idle', { secondsLeft: ANSWER_MS / 1000 });
}

/** Returns true if the next heartbeat should be sent. */
export function keepsAlive(turn: Turn): boolean {
  return turn.keepAlive !== 'never' && isAlive(turn);
}

/** Returns true if the conversation is in use. */
export function isAlive(turn: Turn): boolean {
  return turn.keepAlive === 'always' || isWaitedFor(turn) || turn.at - turn.idle.lifeAt < SESSION_IDLE_MS;
}

function isWaitedFor({ conversation: { view }, typing, outbox }: SessionState): boolean {
  return (
    typing.agent ||
    view.party === 'queue' ||
    view.party === 'live' ||
    outbox.some(entry => entry.status !== 'failed') ||
    // Checks the items, not `streams`, which also holds chunks of interrupted replies.
    view.items.some(isStreaming)
  );
}

/** Returns the time at which the session ends unless the visitor answers, in milliseconds since 1970; null if the visitor was not asked. */
export function idleEndsAt({ idle }: SessionState): number | null {
  return idle.askedAt === null ? null : idle.askedAt + ANSWER_MS;
}
