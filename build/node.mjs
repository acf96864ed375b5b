/** What Node runs, the broker, the emulator and the command, and the broker for where there is no Node. Their dependencies stay outside. */

import { chmod } from 'node:fs/promises';
import { build } from 'vite';
import { DIST, entry, fromRoot, NO_TIMINGS } from './paths.mjs';

export async function buildNode({ version, engine }) {
  await build({
    root: fromRoot('.'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __NATTER_VERSION__: JSON.stringify(version), __NATTER_ENGINE__: JSON.stringify(engine) },
    build: {
      ssr: true,
      outDir: DIST,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        checks: NO_TIMINGS,
        input: Object.fromEntries(['broker', 'broker-web', 'emulator', 'cli'].map(name => [name, entry(`${name}.ts`)])),
        external: /^[^./]/,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  });
  await chmod(`${DIST}/cli.js`, 0o755);
}
