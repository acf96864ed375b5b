/**
 * What a page gets of each module for bundlers, as a bundler would make it: one minified file, with what Natter brings along and without what
 * the page has anyway. Not shipped: the budgets are measured on it, and the tests run on it again.
 */

import { rm } from 'node:fs/promises';
import { build } from 'vite';
import { MODULES, PARTS } from './browser.mjs';
import { DIST, fromRoot, NO_TIMINGS } from './paths.mjs';

export const MINIFIED = fromRoot('node_modules/.cache/natter/minified');

/** The framework of the page, and the signals that must be its own. */
const OUTSIDE = { react: /^react(\/|$)/, preact: /^(preact|@preact\/signals|@preact\/signals-core)(\/|$)/ };

export async function buildMinified() {
  await rm(MINIFIED, { recursive: true, force: true });
  // The parts by themselves: most pages use the one and not the other.
  for (const name of [...MODULES, ...PARTS]) {
    await build({
      root: fromRoot('.'),
      configFile: false,
      publicDir: false,
      // Its one warning is of the line that tells React where a component lives.
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: MINIFIED,
        emptyOutDir: false,
        target: 'es2022',
        minify: true,
        modulePreload: false,
        rolldownOptions: {
          checks: NO_TIMINGS,
          input: { [name]: `${DIST}/${PARTS.includes(name) ? 'shared/' : ''}${name}.js` },
          // Code that the first file shares with later ones stays in the first.
          preserveEntrySignatures: 'allow-extension',
          external: OUTSIDE[name.split('-')[0]],
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: `${name}/[name]-[hash].js` },
        },
      },
    });
  }
}
