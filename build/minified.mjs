/**
 * Builds each module for bundlers as a page would get it: one minified file, with everything that Natter brings along and without the
 * frameworks that the page has anyway. Not shipped: the budgets are measured on these files, and the tests run on them again.
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
  // Builds the parts one by one: most pages use only one of them.
  for (const name of [...MODULES, ...PARTS]) {
    await build({
      root: fromRoot('.'),
      configFile: false,
      publicDir: false,
      // Hides the only warning, which is about the directive that marks React's client components.
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
          // The first file keeps the code that it shares with later ones.
          preserveEntrySignatures: 'allow-extension',
          external: OUTSIDE[name.split('-')[0]],
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: `${name}/[name]-[hash].js` },
        },
      },
    });
  }
}
