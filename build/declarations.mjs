/** The .d.ts of every public entry, each file complete in itself but for what they share. */

import { rm, writeFile } from 'node:fs/promises';
import { build } from 'tsdown';
import { MODULES } from './browser.mjs';
import { SERVER_MODULES } from './node.mjs';
import { DIST, entry, fromRoot, NO_TIMINGS } from './paths.mjs';

/** Entries that only tell TypeScript of something. */
const TYPES_ONLY = ['global', 'solid', 'svelte', 'vue'];

export async function buildDeclarations() {
  await build({
    config: false,
    cwd: fromRoot('.'),
    tsconfig: fromRoot('tsconfig.json'),
    entry: {
      ...Object.fromEntries([...MODULES, ...TYPES_ONLY, ...SERVER_MODULES].map(name => [name, entry(`${name}.ts`)])),
      // In a file of its own: what Preact's and React's components share would else be put beside one of them, by chance, and the customers of
      // the other would need its types.
      component: fromRoot('src/widget/frameworks/component.ts'),
    },
    outDir: DIST,
    format: 'esm',
    platform: 'neutral',
    inputOptions: { checks: NO_TIMINGS },
    clean: false,
    dts: { emitDtsOnly: true },
    logLevel: 'warn',
    fixedExtension: false,
  });
  // An import without `type` gets a module that does nothing.
  for (const name of TYPES_ONLY) await writeFile(`${DIST}/${name}.js`, 'export {};\n');
  // Nobody's entry.
  await rm(`${DIST}/component.d.ts`);
}
