/** The public face of the package changes only on purpose. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENTRIES, reports } from '../api.mjs';
import { ROOT } from '../project-files.ts';
import { MANIFEST } from './packed.ts';

it.each([...reports()])('%s is what the built package shows; npm run api writes it anew', (file, text) => {
  expect(text).toBe(readFileSync(join(ROOT, 'docs/api', file), 'utf8'));
});

it('every entry has its face written down', () => {
  // The last three only declare the element for a framework, and export nothing.
  const subpaths = Object.keys(MANIFEST.exports).filter(path => !/\.(js|json)$|solid|svelte|vue/.test(path));
  expect(subpaths.map(path => (path === '.' ? 'index' : path.slice(2).replace('/', '-'))).sort()).toEqual(
    [...ENTRIES].sort(),
  );
});
