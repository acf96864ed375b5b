/** `npm install natter` in an empty folder: it brings few packages, and a command that needs no others. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { bundledPackages } from '../../../build/licenses.mjs';
import { ROOT } from '../project-files.ts';
import { INSTALLED } from './packed.ts';

const run = promisify(execFile);

/** A folder outside of the project, so that none of its packages is found by chance. */
const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'natter-install-')));
const MODULES = join(FOLDER, 'node_modules');

const ENVIRONMENT = {
  PATH: process.env.PATH,
  LOG_LEVEL: 'error',
  PORT: '0',
  NATTER_DEMO_PORT: '0',
  NATTER_EMULATOR_PORT: '0',
  NATTER_PLATFORM_URL: 'https://messaging.example.com',
  NATTER_CONNECTOR_TOKEN: 'connector',
  NATTER_HOST: 'shop.example.com',
  NATTER_ALLOWED_ORIGINS: 'https://shop.example.com',
  NATTER_TICKET_KEYS: `k1:${'A'.repeat(42)}E`,
};

/** Packages that npm would install, including indirect ones. Each has the version of this project's own installation. */
function installedWith(folder: string, names: Set<string> = new Set()): ReadonlySet<string> {
  const { dependencies = {} }: { dependencies?: object } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys(dependencies)) {
    if (names.has(name)) continue;
    names.add(name);
    installedWith(join(ROOT, 'node_modules', name), names);
  }
  return names;
}

const DEPENDENCIES = installedWith(INSTALLED);

beforeAll(() => {
  cpSync(INSTALLED, join(MODULES, 'natter'), { recursive: true });
  for (const name of DEPENDENCIES) cpSync(join(ROOT, 'node_modules', name), join(MODULES, name), { recursive: true });
  mkdirSync(join(MODULES, '.bin'));
  symlinkSync('../natter/dist/cli.js', join(MODULES, '.bin/natter'));
});

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

it('an installation brings at most eight packages, and none that only servers need', () => {
  expect(DEPENDENCIES.size + 1).toBeLessThanOrEqual(8);
  const found = readdirSync(MODULES).filter(name => name !== '.bin' && !name.startsWith('@'));
  expect(found.sort()).toEqual(['idb-keyval', 'natter', 'preact', 'reconnecting-websocket']);
});

it('the command of the package answers npx', async () => {
  const { stdout } = await run('npx', ['--no-install', 'natter', '--help'], { cwd: FOLDER });
  expect(stdout).toMatch(/^Usage: natter <command>/);
});

async function untilPrinted(command: ChildProcess, words: RegExp): Promise<string> {
  let text = '';
  for await (const part of command.stdout ?? []) {
    text += String(part);
    if (words.test(text)) return text;
  }
  return text;
}

it.each([
  ['broker', ENVIRONMENT, /Broker ready on (\S+)/],
  ['emulator', ENVIRONMENT, /Emulator ready on (\S+)/],
  ['demo', { ...ENVIRONMENT, NATTER_PLATFORM_URL: undefined }, /Demo +(\S+)[\s\S]*is ready/],
])('the command %s runs there, and ends when told to', async (name, env, ready) => {
  const command = spawn(join(MODULES, '.bin/natter'), [name], {
    cwd: FOLDER,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Kills a process that does not end by itself, so that it does not outlive the test.
  onTestFinished(() => void command.kill('SIGKILL'));
  const ended = once(command, 'exit');
  const [, url = ''] = ready.exec(await untilPrinted(command, ready)) ?? [];
  const answer = await fetch(name === 'broker' ? `${url}/health` : url);
  expect(answer.status).toBe(name === 'emulator' ? 404 : 200);
  command.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it.each([
  'natter',
  'natter/preact',
  'natter/broker',
  'natter/broker/express',
  'natter/emulator',
  'natter/platform',
  'natter/testing',
])('%s can be imported there', async name => {
  const code = `process.stdout.write(Object.keys(await import('${name}')).join());`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: FOLDER });
  expect(stdout).not.toBe('');
});

it('the import of a broker loads neither the server nor an adapter for Node', async () => {
  const dist = join(MODULES, 'natter/dist');
  const loaded = new Set(['broker.js']);
  // A loop over a Set also visits elements that are added meanwhile.
  for (const file of loaded)
    for (const [, from = ''] of readFileSync(join(dist, file), 'utf8').matchAll(/^import .*?"(\.[^"]+)";$/gm))
      loaded.add(join(dirname(file), from));
  const maps = [...loaded]
    .filter(file => file !== 'broker.js')
    .map(file => readFileSync(join(dist, `${file}.map`), 'utf8'));
  const sources = maps.flatMap(map => (JSON.parse(map) as { sources: string[] }).sources);
  expect(sources.some(source => source.endsWith('src/broker/handler.ts'))).toBe(true);
  expect(sources.filter(source => /node-server|broker\/server|json-log/.test(source))).toEqual([]);
});

it('every bundled package is listed with its licence', async () => {
  const list = readFileSync(join(INSTALLED, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  const bundled = await bundledPackages(join(INSTALLED, 'dist'));
  expect(bundled).toEqual(expect.arrayContaining(['hono', 'jose', 'preact', 'ws']));
  expect(bundled.filter(name => !list.includes(`\n${name} `))).toEqual([]);
});
