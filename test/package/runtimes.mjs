/**
 * `npm run runtimes`: tests the built `natter/platform` in Node, workerd, Deno and Bun. In each it calls an emulator and verifies a
 * webhook. The runtimes come from npm and go into a temporary folder. They take some 400 MB, so `npm test` leaves this out. To reuse a
 * folder, install them there with `npm install --ignore-scripts workerd deno bun` and run `npm run runtimes -- <folder>`.
 */

import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const SECRET = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const LIMIT_MS = 60_000;

/** For each runtime, the scope of the packages that contain its program, and the path inside. */
const PROGRAMS = {
  workerd: { folder: '@cloudflare', program: 'bin/workerd' },
  deno: { folder: '@deno', program: 'deno' },
  bun: { folder: '@oven', program: 'bin/bun' },
};

const RUNTIMES = {
  node: () => printed(process.execPath, ['main.mjs']),
  workerd: inWorkerd,
  deno: async () => printed(await programOf('deno'), ['run', '--allow-net', '--no-prompt', 'main.mjs']),
  bun: async () => printed(await programOf('bun'), ['main.mjs']),
};

if (!existsSync(`${DIST}platform.js`)) throw new Error('There is no dist/platform.js. Run npm run build first.');
const { startEmulator } = await import(`${DIST}emulator.js`);
const work = await mkdtemp(join(tmpdir(), 'natter-runtimes-'));
const installed = process.argv[2] ?? work;
const emulator = await startEmulator({ port: 0, pace: 0 });
try {
  if (installed === work) await install();
  await writeSources();
  for (const [name, run] of Object.entries(RUNTIMES)) {
    const outcome = await run().catch(error => `FAILED: ${error.message}`);
    if (!outcome.startsWith('ok')) process.exitCode = 1;
    console.log(`${name.padEnd(8)} ${outcome}`);
  }
} finally {
  await emulator.close();
  await rm(work, { recursive: true, force: true });
}

async function install() {
  await writeFile(join(work, 'package.json'), '{ "private": true }');
  // The programs come in packages of their own, one for each kind of machine, so no install script has to run.
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...Object.keys(PROGRAMS)], 10 * LIMIT_MS);
}

async function programOf(name) {
  const { folder, program } = PROGRAMS[name];
  const packages = join(installed, 'node_modules', folder);
  const [own] = (await readdir(packages)).filter(each => existsSync(join(packages, each, program)));
  if (own === undefined) throw new Error(`No package in ${packages} has ${program}.`);
  return join(packages, own, program);
}

/** Writes the files that each runtime gets: the client, the scenario and its input. */
async function writeSources() {
  await copyFile(`${DIST}platform.js`, join(work, 'platform.mjs'));
  await copyFile(`${HERE}runtimes-scenario.mjs`, join(work, 'scenario.mjs'));
  await writeFile(join(work, 'input.mjs'), `export default ${JSON.stringify(input())};\n`);
  const imports = ['platform', 'scenario'].map(each => `import * as ${each} from './${each}.mjs';\n`).join('');
  const head = `${imports}import input from './input.mjs';\n`;
  await writeFile(join(work, 'main.mjs'), `${head}console.log(await scenario.use(platform, input));\n`);
  const handler = '{ fetch: async () => new Response(await scenario.use(platform, input)) }';
  await writeFile(join(work, 'worker.mjs'), `${head}export default ${handler};\n`);
}

function input() {
  const local = url => url.replace('localhost', '127.0.0.1');
  const body = JSON.stringify({ event_type: 'alerts.triggered', alert: { id: 'ar_1' } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': signature,
    'X-Service-Event-ID': 'evt_1',
  };
  return { baseUrl: local(emulator.url), builderUrl: local(emulator.builderUrl), secret: SECRET, headers, body };
}

async function printed(program, args) {
  return (await run(program, args)).trim();
}

async function inWorkerd() {
  const port = await freePort();
  const modules = ['worker', 'platform', 'scenario', 'input'].map(
    each => `(name = "${each}.mjs", esModule = embed "${each}.mjs")`,
  );
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (compatibilityDate = "2025-01-01", modules = [${modules.join(', ')}])),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
  await writeFile(join(work, 'config.capnp'), config);
  const server = spawn(await programOf('workerd'), ['serve', 'config.capnp'], { cwd: work, stdio: 'inherit' });
  try {
    return await answered(`http://127.0.0.1:${port}/`);
  } finally {
    server.kill();
  }
}

/** Repeats the request until a server answers. */
async function answered(url) {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}

function freePort() {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function run(program, args, limitMs = LIMIT_MS) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: work, stdio: ['ignore', 'pipe', 'inherit'], timeout: limitMs });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', piece => {
      text += piece;
    });
    child.on('error', reject);
    child.on('close', code =>
      code === 0 ? resolve(text) : reject(new Error(`${program} ended with ${code}: ${text}`)),
    );
  });
}
