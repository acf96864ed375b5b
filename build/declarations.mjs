/** Builds the .d.ts of every public entry. Each file is complete in itself, apart from the types that several share. */

import { rm, writeFile } from 'node:fs/promises';
import { build } from 'tsdown';
import { MODULES } from './browser.mjs';
import { SERVER_MODULES } from './node.mjs';
import { DIST, entry, fromRoot, NO_TIMINGS } from './paths.mjs';

/** Entries that only declare types. */
const TYPES_ONLY = ['global', 'solid', 'svelte', 'vue'];

export async function buildDeclarations() {
  await build({
    config: false,
    cwd: fromRoot('.'),
    tsconfig: fromRoot('tsconfig.json'),
    entry: {
      ...Object.fromEntries([...MODULES, ...TYPES_ONLY, ...SERVER_MODULES].map(name => [name, entry(`${name}.ts`)])),
      // A file of its own for the types that Preact's and React's components share. Otherwise the build would put them beside one of the
      // two, and customers of the other would need that one's types.
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
  // An import without `type` gets an empty module.
  for (const name of TYPES_ONLY) await writeFile(`${DIST}/${name}.js`, 'export {};\n');
  // Not a public entry.
  await rm(`${DIST}/component.d.ts`);
}
