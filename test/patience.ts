/** Longer timeouts for Testing Library, in line with vitest.config.ts: a busy machine does not always deliver within a second. */

import { configure } from '@testing-library/preact';
import { options } from 'preact';

configure({ asyncUtilTimeout: 10_000 });

/** The timeout in Preact: it runs effects after the next frame, or after this time if none comes. */
const FRAME_MS = 35;

// Replaces Preact's function, and differs at the end of a test file only. On a busy machine the page may be gone before the frame or the
// timer has come. Preact would then call `cancelAnimationFrame` of a page that no longer exists.
options.requestAnimationFrame = flush => {
  let isDue = true;
  const run = () => {
    if (isDue) setTimeout(() => globalThis.document && flush());
    isDue = false;
  };
  globalThis.requestAnimationFrame?.(run);
  setTimeout(run, FRAME_MS);
};
