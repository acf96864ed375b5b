/**
 * Time to solve a proof of work of the broker in Chromium, built files, with a CPU 4 times slower: in a worker, and in slices on a page whose policy
 * allows no worker. The number is the largest that the default difficulty allows, so that no visitor works longer. `node bench/challenge.mjs
 * [--reps 7]`. A report, never a test.
 */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/browser.mjs';
import { fromRoot, table } from './table.mjs';

/** The default of the broker's option challengeDifficulty. */
const DIFFICULTY = 50_000;
const CPU = 4;

const { values } = parseArgs({ options: { reps: { type: 'string', default: '7' } } });
const reps = Number(values.reps);

const dist = fromRoot('dist');
const chunk = (await readdir(dist)).find(name => /^natter-challenge-\w+\.js$/.test(name));
if (!chunk) throw new Error('No chunk for challenges in dist/. Run npm run build first.');
const script = await readFile(`${dist}/${chunk}`);

const server = createServer(({ url }, response) => {
  const policy = url === '/slices' ? { 'content-security-policy': "worker-src 'none'" } : {};
  if (url === `/${chunk}`) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  else response.writeHead(200, { 'content-type': 'text/html', ...policy }).end('<!doctype html><title>A shop</title>');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;

/** Runs in the page. Returns the time of the solution, and the longest time for which the page could do nothing else. */
async function solveOnce({ file, body }) {
  const { solveChallenge } = await import(file);
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const startedAt = performance.now();
  const solution = await solveChallenge(body);
  const ms = performance.now() - startedAt;
  clearInterval(watch);
  if (!solution) throw new Error('There is no solution.');
  return { ms, longest };
}

function challengeOf(nth) {
  const salt = `${nth.toString(16).padStart(24, '0')}?expires=1790000000&`;
  const challenge = createHash('sha256').update(`${salt}${DIFFICULTY}`).digest('hex');
  const proof = { kind: 'work', algorithm: 'SHA-256', challenge, maxnumber: DIFFICULTY, salt, signature: '0' };
  return { error: { challenge: proof } };
}

const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const inMs = number => `${Math.round(number)} ms`;

const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
const rows = [];
for (const way of ['worker', 'slices']) {
  const results = [];
  for (let nth = 0; nth < reps; nth += 1) {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await page.goto(`${origin}/${way}`);
    results.push(await page.evaluate(solveOnce, { file: `/${chunk}`, body: challengeOf(nth) }));
    await page.close();
  }
  const times = results.map(({ ms }) => ms);
  rows.push({
    Way: way,
    Median: inMs(median(times)),
    Longest: inMs(Math.max(...times)),
    'Page busy at a stretch, median': inMs(median(results.map(({ longest }) => longest))),
  });
}
await browser.close();
server.close();
console.log(`The largest number of the default difficulty, ${DIFFICULTY}, CPU ${CPU} times slower\n${table(rows)}`);
