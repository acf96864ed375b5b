/**
 * How much of the chat is visible in this tab, as input for the machine, which counts unread messages by it. It is said when it changes, and again
 * whenever a tab that shows less was heard last, or none since the last heartbeat. So nothing has to be remembered of tabs that are gone, and a lost
 * message is made up for.
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
