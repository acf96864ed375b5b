/** How the slices of the machine hand a state on and collect what is to be done. */

import type { Effect, Step } from './effect.ts';
import type { SessionState } from './state.ts';

export type Next = Step<SessionState>;

export function next(state: SessionState, ...effects: readonly Effect[]): Next {
  return [state, effects];
}

/** Goes on from where `step` ended, keeping its effects in front. */
export function andThen([state, effects]: Next, go: (state: SessionState) => Next): Next {
  const [after, more] = go(state);
  return [after, more.length === 0 ? effects : [...effects, ...more]];
}
