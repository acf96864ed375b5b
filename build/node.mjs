/** What Node runs: the broker, the emulator and the command. Their dependencies stay outside. */

import { chmod } from 'node:fs/promises';
import { build } from 'vite';
import { DIST, entry, fromRoot } from './paths.mjs';

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
        input: { broker: entry('broker.ts'), emulator: entry('emulator.ts'), cli: entry('cli.ts') },
        external: /^[^./]/,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  });
  await chmod(`${DIST}/cli.js`, 0o755);
}
