import { expect, it } from 'vitest';
import { describeOutcome, firstFailure, shrink } from './run.ts';

const RUNS = Number(process.env.NATTER_SIM_RUNS ?? 1_500);
const SEED = Number(process.env.NATTER_SIM_SEED ?? 1);

it(`[D11] ${RUNS} storms from seed ${SEED}: every message once, in order, and the transcript equal to the history`, async () => {
  const { outcome, delivered } = await firstFailure(SEED, RUNS);
  expect(outcome ? describeOutcome(await shrink(outcome)) : '').toBe('');
  expect(delivered).toBeGreaterThan(RUNS);
}, 600_000);
