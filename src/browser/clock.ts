/** Time and chance from the browser. */

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

/** Version 4, digit by digit; `randomUUID` is missing on pages that are not served over https. */
function uuid(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, digit => {
    const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
    // A 1 or 0 becomes any digit; the 8 keeps its two upper bits, which name the variant.
    return (Number(digit) ^ (chance & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
