/** As patient as the other limits (vitest.config.ts): what is waited for comes, but on a busy machine not always within a second. */

import { configure } from '@testing-library/preact';
import { afterAll } from 'vitest';

configure({ asyncUtilTimeout: 10_000 });

// Taken now: a test may put its own clock in their place. Without a page there is none of them.
const { requestAnimationFrame, setTimeout } = globalThis;

// Preact runs effects behind a frame, and asks the page to drop that frame if a timer is first. In the moment in which a busy machine takes
// the page away there would be none to ask.
afterAll(() => new Promise<void>(done => (requestAnimationFrame ?? setTimeout)(() => setTimeout(done))));
