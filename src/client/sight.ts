/**
 * What this tab sees of the chat. It is said when that changes, and once more whenever a tab that sees less has had the last word, or nobody
 * since the last heartbeat: so nothing has to be remembered of tabs that are gone, and what was lost on the way is made up for.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import type { SessionState, Sight } from '../session/state.ts';
import type { Environment } from './ports.ts';

export interface Look {
  sight(): Sight;
  tell(): void;
  /** Where the chat stands open: whether that place is in view. */
  place(inView: boolean): void;
  stop(): void;
}

export function createLook(
  environment: Environment,
  machine: ReadonlySignal<SessionState>,
  tell: (sight: Sight) => void,
): Look {
  /** Undefined where the chat stands nowhere but in its panel. */
  let seen: boolean | undefined;
  const sight = (): Sight => (environment.hidden || seen === false ? 0 : seen ? 2 : 1);
  const stop = machine.subscribe(state => {
    if (state.sight < sight()) tell(sight());
  });
  return {
    sight,
    tell: () => tell(sight()),
    place(inView) {
      if (inView === seen) return;
      seen = inView;
      tell(sight());
    },
    stop,
  };
}
