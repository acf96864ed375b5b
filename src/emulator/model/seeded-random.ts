/** Ids and random numbers from a seed, for simulations and tests. Not for secrets. */

import type { Random } from './options.ts';

/** The same seed gives the same ids and numbers on every machine. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state are plenty for one run, and it needs no 64-bit arithmetic.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = () => next().toString(16).padStart(8, '0');
  return {
    fraction: () => next() / 0x1_0000_0000,
    uuid() {
      const all = hex() + hex() + hex() + hex();
      return `${all.slice(0, 8)}-${all.slice(8, 12)}-4${all.slice(13, 16)}-a${all.slice(17, 20)}-${all.slice(20)}`;
    },
  };
}
