/** One way under a given clock: what goes in comes out after a while, and nothing overtakes. */

import type { Clock } from '../../../src/client/api/ports.ts';

export interface Travel {
  /** How long the next thing takes, in milliseconds; asked once for each. */
  readonly delayMs: () => number;
}

export type Lane = (arrive: () => void) => void;

export function createLane(clock: Clock, { delayMs }: Travel): Lane {
  let freeAt = 0;
  return arrive => {
    freeAt = Math.max(freeAt, clock.now() + delayMs());
    clock.after(freeAt - clock.now(), arrive);
  };
}
