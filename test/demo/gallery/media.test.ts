import { expect, it } from 'vitest';
import { conditionFor } from '../../../src/demo/gallery/media.ts';

const MOTION = 'screen and (prefers-reduced-motion: no-preference)';
const CONTRAST = '(prefers-contrast: more)';

it('a choice of the gallery decides on motion and contrast in place of the browser, and can be taken back', () => {
  const chosen = { motion: 'reduced', contrast: 'more' };
  const still = conditionFor(MOTION, chosen);
  expect(still).toBe(`${MOTION} and (max-width: 0px)`);
  const strong = conditionFor(CONTRAST, chosen);
  expect(strong).toBe(`${CONTRAST}, (min-width: 0px)`);
  for (const [condition, original] of [
    [still, MOTION],
    [strong, CONTRAST],
  ] as const) {
    expect(conditionFor(condition, chosen)).toBe(condition);
    expect(conditionFor(condition, { motion: '', contrast: '' })).toBe(original);
  }
});

it('other conditions remain', () => {
  const condition = 'screen and (forced-colors: none)';
  expect(conditionFor(condition, { motion: 'reduced', contrast: 'more' })).toBe(condition);
});
