/** A random generator: the same seed gives the same numbers. */

import { createSeededRandom } from '../../../src/emulator/model/seeded-random.ts';

export interface Dice {
  fraction(): number;
  uuid(): string;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
}

export function createDice(seed: number): Dice {
  const random = createSeededRandom(seed);
  const between = (low: number, high: number) => low + Math.floor(random.fraction() * (high - low + 1));
  return {
    ...random,
    between,
    chance: probability => random.fraction() < probability,
    pick(from) {
      const item = from[between(0, from.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
