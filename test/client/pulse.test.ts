import { describe, expect, it } from 'vitest';
import { createPulse } from '../../src/client/pulse.ts';

/** A clock that can be set. */
function setUp() {
  const clock = { at: 10_000_000, now: () => clock.at, after: () => () => {} };
  return { clock, pulse: createPulse(clock, () => false) };
}

describe('a page that may have stood still', () => {
  it('[M31] doubts for a moment', () => {
    const { clock, pulse } = setUp();
    pulse.doubt();
    expect(pulse.stoodStill()).toBe(true);
    clock.at += 101;
    expect(pulse.stoodStill()).toBe(false);
  });

  it('[M31] [M20] does not doubt until a clock that was set back is there again: nothing would be written till then', () => {
    const { clock, pulse } = setUp();
    pulse.doubt();
    clock.at -= 3_600_000;
    expect(pulse.stoodStill()).toBe(false);
  });
});
