// @vitest-environment node

/** The smoothing of streamed text, in virtual time. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReveal, wordEnd } from '../../../src/ui/message/reveal.ts';

/** The time between two ticks of frame-clock.ts on a display with 60 frames a second. */
const BEAT_MS = 100 / 3;

describe('reveal', () => {
  it('a letter is shown at most 120 ms after it arrived, and never removed or shown early', () => {
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
        const until = (moment: number): number => arrivals.findLast(each => each.at <= moment)?.length ?? 0;
        let shown = 0;
        for (let now = 0; now < at + 200; now += BEAT_MS) {
          const next = reveal.advance(now);
          expect(next).toBeGreaterThanOrEqual(Math.max(shown, until(now - 120)));
          expect(next).toBeLessThanOrEqual(until(now));
          shown = next;
          // Letters that have come since the last tick count after this tick has been drawn.
          if (until(now) > until(now - BEAT_MS)) reveal.grow(until(now), now);
        }
        expect(reveal.done).toBe(true);
        expect(shown).toBe(arrivals.at(-1)?.length);
      }),
    );
  });

  it('a burst is spread evenly over time', () => {
    const reveal = createReveal();
    reveal.grow(100, 0);
    const steps = [0, 15, 30, 45, 60].map(now => reveal.advance(now));
    expect(steps).toEqual([0, 25, 50, 75, 100]);
  });

  it('the shown text ends with a word, in the middle of long words only, and never inside an emoji', () => {
    expect(wordEnd('one two three', 5)).toBe(7);
    expect(wordEnd('x'.repeat(60), 5)).toBe(5);
    expect(wordEnd('漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字', 3)).toBe(3);
    expect(wordEnd('🙂'.repeat(30), 5)).toBe(6);
  });
});
