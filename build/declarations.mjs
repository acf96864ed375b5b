/** The .d.ts of every public entry, each file complete in itself but for what they share. */

import { build } from 'tsdown';
import { MODULES } from './browser.mjs';
import { DIST, entry, fromRoot } from './paths.mjs';

export async function buildDeclarations() {
  await build({
    config: false,
    cwd: fromRoot('.'),
    tsconfig: fromRoot('tsconfig.json'),
    entry: Object.fromEntries([...MODULES, 'broker', 'emulator'].map(name => [name, entry(`${name}.ts`)])),
    outDir: DIST,
    format: 'esm',
    platform: 'neutral',
    clean: false,
    dts: { emitDtsOnly: true },
    logLevel: 'warn',
    fixedExtension: false,
  });
}
