/** Where things are. */

import { fileURLToPath } from 'node:url';

export const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
export const DIST = fromRoot('dist');
export const entry = name => fromRoot(`src/entries/${name}`);
