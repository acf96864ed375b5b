/** Where things are, and what all builds have in common. */

import { fileURLToPath } from 'node:url';

export const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
export const DIST = fromRoot('dist');
export const entry = name => fromRoot(`src/entries/${name}`);

/** That the minifier takes most of the time is meant, and no news for who starts the demo on a busy machine. */
export const NO_TIMINGS = { pluginTimings: false };
