/** A delay on a given clock: everything comes out after a while, in the order in which it went in. */

import type { Clock } from '../../../src/client/api/ports.ts';

export interface Travel {
  /** The delay of the next item, in milliseconds; called once for each. */
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
