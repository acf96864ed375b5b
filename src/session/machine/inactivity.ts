/**
 * Heartbeats would keep an abandoned session alive for ever, so they follow the conversation: they go on while the last message or keystroke
 * is under ten minutes old, while a reply is awaited, and while the visitor waits for or talks to a person. After eight quiet minutes the
 * visitor is asked; unanswered, the heartbeats stop and the platform ends the session in its own time (docs/spec/connection.md, I1 to I4).
 */

import type { ServerEvent } from '../../protocol/events.ts';
import { SESSION_IDLE_MS } from '../../protocol/limits.ts';
import type { SessionState } from '../state/state.ts';
import { emit, type Turn, timer } from '../state/step.ts';
import { IDLE_ASK_MS } from '../state/timeouts.ts';
import { isStreaming } from '../transcript/view.ts';
import { ping } from './heartbeat.ts';

const ANSWER_MS = SESSION_IDLE_MS - IDLE_ASK_MS;

/** Someone said or typed something: whatever was asked is answered, and heartbeats that had stopped start again. */
export function signOfLife(turn: Turn): void {
  const { phase, idle, link, at } = turn;
  if (phase.name === 'idle' || phase.name === 'ended') return;
  turn.idle = { lifeAt: at, askedAt: null };
  timer(turn, 'idle', IDLE_ASK_MS);
  if (idle.askedAt !== null && link.ping === null) ping(turn);
}

/** Begins a quiet anew, besides messages: somebody is there, or nobody is waited for any more. */
const BEGINS = /^(?:AGENT_JOINED|LIVE_AGENT_LEFT|HANDOFF_(?:FAILED|TIMEOUT))$/;

/** Messages of either side are signs of life; what the platform says of itself is not. */
export function heardLife(turn: Turn, fresh: readonly ServerEvent[]): void {
  // The last word counts: a warning that was followed by words is over.
  const last = fresh.findLast(
    event => event.type === 'SESSION_IDLE_WARNING' || BEGINS.test(event.type) || 'messageId' in event,
  );
  if (last?.type === 'SESSION_IDLE_WARNING') warned(turn);
  else if (last) signOfLife(turn);
}

/** The platform is about to end what somebody may want to go on: it hears at once that they do, if nobody needs to be asked. */
function warned(turn: Turn): void {
  const { keepAlive, link } = turn;
  const goesOn = keepAlive === 'always' || (keepAlive === 'conversation' && isWaitedFor(turn));
  if (!goesOn) ask(turn);
  else if (link.ping === null) ping(turn);
}

export function idleDue(turn: Turn): void {
  // After a failure an answer would keep nothing alive.
  if (turn.keepAlive === 'always' || turn.phase.name === 'failed') return;
  // Waiting for others is no idleness of the visitor's.
  if (isWaitedFor(turn)) timer(turn, 'idle', IDLE_ASK_MS);
  else ask(turn);
}

function ask(turn: Turn): void {
  const { phase, idle, at } = turn;
  if (phase.name === 'idle' || phase.name === 'ended' || idle.askedAt !== null) return;
  turn.idle = { ...idle, askedAt: at };
  emit(turn, 'idle', { secondsLeft: ANSWER_MS / 1000 });
}

/** Returns true if another heartbeat is to be sent. */
export function keepsAlive(turn: Turn): boolean {
  return turn.keepAlive !== 'never' && isAlive(turn);
}

/** Returns true while somebody takes part in the conversation. */
export function isAlive(turn: Turn): boolean {
  return turn.keepAlive === 'always' || isWaitedFor(turn) || turn.at - turn.idle.lifeAt < SESSION_IDLE_MS;
}

function isWaitedFor({ conversation: { view }, typing, outbox }: SessionState): boolean {
  return (
    typing.agent ||
    view.party === 'queue' ||
    view.party === 'live' ||
    outbox.some(entry => entry.status !== 'failed') ||
    // Not its pieces: those of a reply that was broken off are kept, in case its rest comes after all.
    view.items.some(isStreaming)
  );
}

/** When the session ends unless the visitor answers, in milliseconds since 1970; null when nothing was asked. */
export function idleEndsAt({ idle }: SessionState): number | null {
  return idle.askedAt === null ? null : idle.askedAt + ANSWER_MS;
}
