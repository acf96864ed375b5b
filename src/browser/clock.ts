/** The browser's clock and random numbers. */

import type { Clock, Random } from '../client/api/ports.ts';

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, fire) {
    const handle = setTimeout(fire, ms);
    return () => clearTimeout(handle);
  },
};

export const browserRandom: Random = {
  uuid,
  fraction: () => Math.random(),
};

/** Makes a UUID of version 4. `crypto.randomUUID` does not exist on pages that are not served over https. */
function uuid(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, digit => {
    const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Replaces each 0 and 1 by a random digit. The 8 keeps its two upper bits, which are the UUID's variant.
    return (Number(digit) ^ (chance & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
