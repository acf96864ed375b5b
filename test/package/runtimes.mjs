/**
 * `npm run runtimes`: tests the built `natter/platform` in Node, workerd, Deno and Bun. In each it calls an emulator and verifies a
 * webhook. install-runtimes.mjs brings the runtimes.
 */

import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installRuntimes } from './install-runtimes.mjs';
import { answered, findProgram, RUNTIMES_FOLDER, startWorkerd } from './runtime-programs.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = `${ROOT}dist/`;
const HERE = fileURLToPath(new URL('.', import.meta.url));
const SECRET = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const LIMIT_MS = 60_000;

const RUNTIMES = {
  node: () => printed(process.execPath, ['main.mjs']),
  workerd: inWorkerd,
  deno: async () => printed(await programOf('deno'), ['run', '--allow-net', '--no-prompt', 'main.mjs']),
  bun: async () => printed(await programOf('bun'), ['main.mjs']),
};

if (!existsSync(`${DIST}platform.js`)) throw new Error('There is no dist/platform.js. Run npm run build first.');
const { startEmulator } = await import(`${DIST}emulator.js`);
const work = await mkdtemp(join(tmpdir(), 'natter-runtimes-'));
const emulator = await startEmulator({ port: 0, pace: 0 });
try {
  const problem = installRuntimes();
  if (problem !== undefined) console.error(problem);
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

async function programOf(name) {
  const program = findProgram(name);
  if (program === undefined) throw new Error(`There is no program of ${name} in ${RUNTIMES_FOLDER}.`);
  return program;
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
  const modules = ['worker', 'platform', 'scenario', 'input'].map(each => `${each}.mjs`);
  const { child, url } = await startWorkerd(await programOf('workerd'), { folder: work, modules });
  try {
    return await answered(`${url}/`, LIMIT_MS);
  } finally {
    child.kill();
  }
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
