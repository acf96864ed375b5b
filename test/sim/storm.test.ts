import { describe, expect, it } from 'vitest';
import { violations } from './invariants.ts';
import { createWorld, storm } from './world.ts';

const RUNS = Number(process.env.NATTER_SIM_RUNS ?? 300);
const SEED = Number(process.env.NATTER_SIM_SEED ?? 1);

describe('a conversation in bad weather', () => {
  it(`[D11] ${RUNS} storms from seed ${SEED}: every message once, in order, and the transcript equal to the history`, async () => {
    const failures: string[] = [];
    let delivered = 0;
    for (let seed = SEED; seed < SEED + RUNS && failures.length < 3; seed++) {
      const world = createWorld(seed);
      await storm(world);
      const wrong = violations(world);
      if (wrong.length > 0) failures.push(`seed ${seed}:\n${wrong.join('\n')}\n${world.trace.slice(-60).join('\n')}`);
      delivered += world.said.length - world.chat.outbox.value.length;
      world.chat.dispose();
    }
    expect(failures.join('\n\n')).toBe('');
    expect(delivered).toBeGreaterThan(RUNS);
  }, 120_000);
});
