/** As patient as the other limits (vitest.config.ts): what is waited for comes, but on a busy machine not always within a second. */

import { configure } from '@testing-library/preact';
import { options } from 'preact';

configure({ asyncUtilTimeout: 10_000 });

/** Preact's own: it runs effects behind a frame, or after this long where none comes. */
const FRAME_MS = 35;

// As Preact does it, but for the end of a test file: a machine that is busy takes the page away before the frame or the timer has come, and
// Preact would ask a page that is gone to drop the other one of them.
options.requestAnimationFrame = flush => {
  let isDue = true;
  const run = () => {
    if (isDue) setTimeout(() => globalThis.document && flush());
    isDue = false;
  };
  globalThis.requestAnimationFrame?.(run);
  setTimeout(run, FRAME_MS);
};
