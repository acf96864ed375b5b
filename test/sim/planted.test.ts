import { describe, expect, it } from 'vitest';
import { PLANTED } from './planted.ts';
import { firstFailure } from './run.ts';

/** Within so many storms each must be found; nearly all are found within a few hundred. */
const RUNS = 20_000;

describe('the simulator finds', () => {
  for (const [what, machine] of Object.entries(PLANTED)) {
    it(`[D12] ${what}`, async () => {
      const { outcome, ran } = await firstFailure(1, RUNS, machine);
      expect(outcome?.wrong ?? [], `nothing found in ${ran} storms`).not.toEqual([]);
    }, 300_000);
  }
});
