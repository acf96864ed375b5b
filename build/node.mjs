/**
 * Builds the files that servers run: the broker, the emulator, the command, and the broker for runtimes without Node. They contain the
 * packages that they need, because a site that installs Natter for its pages needs none of those packages.
 */

import { chmod } from 'node:fs/promises';
import { build } from 'vite';
import { DIST, entry, fromRoot, NO_TIMINGS } from './paths.mjs';

/** Entries that Node, Deno and Bun import, by their names. */
const NODE_MODULES = ['broker', 'broker-express', 'emulator', 'testing'];
/** Entries that any runtime with `fetch` imports. */
const WEB_MODULES = ['platform'];
export const SERVER_MODULES = [...NODE_MODULES, ...WEB_MODULES];

/** Native accelerators of ws, which it does without when they are missing, and the client of Redis, for those who have one. */
const OPTIONAL = /^(bufferutil|utf-8-validate|ioredis)$/;

export async function buildNode({ version, engine }) {
  const define = { __NATTER_VERSION__: JSON.stringify(version), __NATTER_ENGINE__: JSON.stringify(engine) };
  await buildServer([...NODE_MODULES, 'cli', 'testing-worker'], { define, target: 'node' });
  // These are built one by one: a chunk shared with the others could import something of Node.
  for (const name of ['broker-web', ...WEB_MODULES]) await buildServer([name], { target: 'webworker' });
  await chmod(`${DIST}/cli.js`, 0o755);
}

async function buildServer(names, { define = {}, target }) {
  await build({
    root: fromRoot('.'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    ssr: { target, noExternal: true },
    build: {
      ssr: true,
      outDir: DIST,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        checks: NO_TIMINGS,
        input: Object.fromEntries(names.map(name => [name, entry(`${name}.ts`)])),
        external: OPTIONAL,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  });
}
