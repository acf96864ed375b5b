/**
 * Time from the press of the launcher until the field takes words, and until the first answer. Compares these built files with those of
 * another version, in turns in one run, with a CPU 4 times slower and Slow 4G. `node bench/opening.mjs --before folder [--reps 7]`. A
 * report, never a test.
 */

import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/browser.mjs';
import { fromRoot, table } from './table.mjs';
import { ratioRow } from './widget/figures.mjs';

const PLATFORM = fileURLToPath(new URL('widget/platform.js', import.meta.url));
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const CPU = 4;
/** Time for the work that the page still does after the answer. */
const AFTERMATH_MS = 2_000;

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,"><h1>A shop</h1>
<script async src="natter.js" data-broker="http://localhost/broker" data-remember="nothing"></script></html>`;

async function serve(dist) {
  // Compresses once, in advance: it takes longer than everything that is measured here.
  const names = (await readdir(dist)).filter(name => /^natter[\w.-]*\.js$/.test(name));
  const entries = names.map(async name => [name, brotliCompressSync(await readFile(join(dist, name)))]);
  const files = new Map(await Promise.all(entries));
  const page = brotliCompressSync(PAGE);
  const server = createServer(({ url }, response) => {
    const name = /^\/(natter[\w.-]*\.js)/.exec(url)?.[1];
    const body = name ? files.get(name) : page;
    if (body === undefined) response.writeHead(404).end();
    else {
      const type = name ? 'text/javascript' : 'text/html';
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-store' });
      response.end(body);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Runs in the page: adds the network's latency to the calls to broker and platform. */
function slowDown(latencyMs) {
  const [answer, Socket] = [window.fetch, window.WebSocket];
  window.fetch = async (...given) => {
    await new Promise(resolve => setTimeout(resolve, latencyMs));
    return answer(...given);
  };
  window.WebSocket = class extends Socket {
    dispatchEvent(event) {
      setTimeout(() => super.dispatchEvent(event), latencyMs);
      return true;
    }
  };
}

/** Runs in the page: presses as soon as there is a launcher, writes as soon as there is a field, and records both times. */
function press() {
  const times = { blockedMs: 0 };
  window.times = times;
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries())
      if (startTime >= (times.pressed ?? Infinity)) times.blockedMs += duration - 50;
  }).observe({ type: 'longtask' });
  const look = () => {
    const root = document.querySelector('natter-chat')?.shadowRoot;
    if (root && times.pressed === undefined) {
      times.pressed = performance.now();
      root.querySelector('button').click();
    }
    if (times.usable === undefined && root?.querySelector('textarea')?.checkVisibility())
      times.usable = performance.now();
    if (times.answered === undefined && root?.querySelector('[part=state]')?.textContent.includes('Fern'))
      times.answered = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function visit(browser, server) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await page.addInitScript({ path: PLATFORM });
  await page.addInitScript(slowDown, SLOW_4G.latency);
  await page.addInitScript(press);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', SLOW_4G);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await page.goto(`http://localhost:${server.address().port}/`);
  await page.waitForFunction(() => window.times.answered !== undefined);
  await page.waitForTimeout(AFTERMATH_MS);
  const { pressed, usable, answered, blockedMs } = await page.evaluate(() => window.times);
  await context.close();
  return { usable: usable - pressed, answered: answered - pressed, blockedMs };
}

const { values } = parseArgs({ options: { before: { type: 'string' }, reps: { type: 'string', default: '7' } } });
const folders = { now: fromRoot('dist'), before: values.before };
const servers = Object.fromEntries(
  await Promise.all(Object.entries(folders).map(async ([name, dist]) => [name, await serve(dist)])),
);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
const results = { now: [], before: [] };
for (let rep = 0; rep < Number(values.reps); rep++)
  for (const name of ['now', 'before']) results[name].push(await visit(browser, servers[name]));
await browser.close();
for (const server of Object.values(servers)) server.close();

const of = (name, key) => results[name].map(each => each[key]);
const compare = (what, key, target) => ratioRow(what, 'ms', of('now', key), of('before', key), target);
console.log(
  table([
    compare('Press to a field that takes words', 'usable', 0.2),
    compare('Press to the first answer', 'answered', 0.75),
    compare('Page blocked for, from the press on', 'blockedMs', 1),
  ]),
);
