/**
 * One step of the machine: a draft of the next state, the effects so far, and the time. The files of machine/ change only this draft. They replace
 * outbox, transcript, conversation, phase and typing indicators as a whole; an unchanged part stays the same object.
 */

import type { ClientEvent } from '../../protocol/events.ts';
import type { Mutable, View } from '../transcript/view.ts';
import type { Effect, TimerKey } from './effects.ts';
import type { PublicEventName, PublicEvents } from './public-events.ts';
import { idleAsOf, type Link, type SessionFacts, type SessionState } from './state.ts';

export interface Turn extends Mutable<SessionState> {
  link: Mutable<Link>;
  session: Mutable<SessionFacts> | null;
  readonly at: number;
  readonly effects: Effect[];
}

export function beginTurn(state: SessionState, at: number): Turn {
  const idle = idleAsOf(at, state.idle);
  return { ...state, idle, link: { ...state.link }, session: state.session && { ...state.session }, at, effects: [] };
}

export function endTurn({
  at: _,
  effects,
  ...state
}: Turn): readonly [state: SessionState, effects: readonly Effect[]] {
  return [state, effects];
}

/** Starts a timer. Replaces a running one with the same key. With `jitter` the wait is between half of `ms` and all of it. */
export function timer({ effects }: Turn, key: TimerKey, ms: number, jitter?: true): void {
  effects.push({ type: 'setTimer', key, ms, jitter });
}

export function stop({ effects }: Turn, ...keys: readonly TimerKey[]): void {
  for (const key of keys) effects.push({ type: 'clearTimer', key });
}

export function send({ effects, link }: Turn, event: ClientEvent): void {
  effects.push({ type: 'sendFrame', attempt: link.attempt, event });
}

export function emit<K extends PublicEventName>({ effects }: Turn, name: K, detail: PublicEvents[K]): void {
  effects.push({ type: 'emit', event: { name, detail } as Extract<Effect, { type: 'emit' }>['event'] });
}

export function changeView(turn: Turn, change: (view: View) => View): void {
  const { conversation } = turn;
  turn.conversation = { ...conversation, view: change(conversation.view) };
}
