/** The smoothing of streamed text, in virtual time. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReveal, wordEnd } from '../../src/ui/reveal.ts';

const FRAME_MS = 16;

describe('reveal', () => {
  it('[U80] never shows a letter later than 120 ms after it came, never takes one back, never runs ahead', () => {
    const chunk = fc.record({ letters: fc.integer({ min: 1, max: 400 }), pauseMs: fc.integer({ min: 0, max: 400 }) });
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 1, maxLength: 30 }), chunks => {
        const reveal = createReveal();
        let at = 0;
        const arrivals = chunks.map(({ letters, pauseMs }, place) => {
          at += pauseMs;
          const length = chunks.slice(0, place).reduce((sum, each) => sum + each.letters, letters);
          return { at, length };
        });
        let shown = 0;
        for (let now = 0; now < at + 200; now += FRAME_MS) {
          for (const { at: came, length } of arrivals)
            if (came > now - FRAME_MS && came <= now) reveal.grow(length, came);
          const next = reveal.advance(now);
          const due = arrivals.findLast(each => each.at <= now - 120 + FRAME_MS)?.length ?? 0;
          const there = arrivals.findLast(each => each.at <= now)?.length ?? 0;
          expect(next).toBeGreaterThanOrEqual(Math.max(shown, due));
          expect(next).toBeLessThanOrEqual(there);
          shown = next;
        }
        expect(reveal.done).toBe(true);
        expect(shown).toBe(arrivals.at(-1)?.length);
      }),
    );
  });

  it('[U80] spreads a burst over several frames', () => {
    const reveal = createReveal();
    reveal.grow(100, 0);
    const steps = [0, 16, 32, 48, 64, 80].map(now => reveal.advance(now));
    expect(new Set(steps).size).toBe(6);
    expect(steps.at(-1)).toBe(100);
  });

  it('[U81] ends at the end of a word, in the middle only of long ones, and never inside an emoji', () => {
    expect(wordEnd('one two three', 5)).toBe(7);
    expect(wordEnd('x'.repeat(60), 5)).toBe(5);
    expect(wordEnd('漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字', 3)).toBe(3);
    expect(wordEnd('🙂'.repeat(30), 5)).toBe(6);
  });
});
