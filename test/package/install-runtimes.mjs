/**
 * Installs workerd, Deno and Bun into node_modules/.cache/natter/runtimes, unless they are there. They take some 350 MB, so they are no development
 * dependencies: only those who run the tests need them. If they cannot be installed, their tests are skipped with that reason.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findProgram, RUNTIMES_FOLDER } from './runtime-programs.mjs';

const VERSIONS = { workerd: '1.20261117.1', deno: '2.9.6', bun: '1.4.5' };

/** Returns undefined on success, otherwise what npm printed last. */
export function installRuntimes() {
  const missing = Object.keys(VERSIONS).filter(name => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  mkdirSync(RUNTIMES_FOLDER, { recursive: true });
  writeFileSync(`${RUNTIMES_FOLDER}/package.json`, '{ "private": true }');
  const names = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  // The programs come in packages of their own, one for each kind of machine, so no install script has to run.
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names];
  const { status, stderr, error } = spawnSync('npm', args, {
    cwd: RUNTIMES_FOLDER,
    encoding: 'utf8',
    timeout: 300_000,
  });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = installRuntimes();
  if (problem !== undefined) {
    console.error(`workerd, Deno and Bun could not be installed: ${problem}`);
    process.exitCode = 1;
  }
}
