/** Paths, and settings that all builds share. */

import { fileURLToPath } from 'node:url';

export const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
export const DIST = fromRoot('dist');
export const entry = name => fromRoot(`src/entries/${name}`);

/**
 * Silences a warning that the minifier takes most of the time. It is meant to, and the warning only worries people who start the demo on a
 * busy machine.
 */
export const NO_TIMINGS = { pluginTimings: false };
