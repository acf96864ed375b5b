/**
 * Measures how long a page takes to show a conversation of 10,000 messages again, in a real Chromium with the built files: read from the
 * platform's history through a fresh socket, and read from the browser's storage after a reload.
 */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/browser.mjs';
import { fromRoot } from './table.mjs';

const MESSAGES = 10_000;
const LAST = `line ${MESSAGES}`;
const [SITE, BROKER, EMULATOR] = [5373, 5374, 5375].map(port => `http://localhost:${port}`);

export async function measureRestore() {
  const servers = [await startSite(), await start('emulator'), await start('broker')];
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    await page.addInitScript(noteSockets);
    await page.goto(SITE);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('log').getByText('Hello, I am Fern').waitFor();
    await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
    await fill();
    await page.evaluate(() => document.dispatchEvent(new Event('resume')));
    const fromHistory = await page.evaluate(timeUntilShown, { last: LAST, since: 'socket' });
    await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
    await page.reload();
    const fromStorage = await page.evaluate(timeUntilShown, { last: LAST, since: 'load' });
    return [
      { What: 'socket open to transcript shown', messages: MESSAGES.toLocaleString('en'), ms: fromHistory },
      { What: 'start of a reload to transcript shown', messages: MESSAGES.toLocaleString('en'), ms: fromStorage },
    ];
  } finally {
    await browser.close();
    for (const stop of servers) await stop();
  }
}

/** Serves a customer's page and the script's files. */
async function startSite() {
  const server = createServer(async ({ url }, response) => {
    const script = /^\/natter[\w.-]*\.js$/.test(url);
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
    const tag = `<script async src="/natter.js" data-broker="${BROKER}"></script>`;
    response.end(script ? await readFile(fromRoot(`dist${url}`)) : `<!doctype html><title>Customer</title>${tag}`);
  });
  server.listen(new URL(SITE).port, 'localhost');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

async function start(command) {
  const env = {
    ...process.env,
    PORT: new URL(BROKER).port,
    NATTER_EMULATOR_PORT: new URL(EMULATOR).port,
    NATTER_PLATFORM_URL: EMULATOR,
    NATTER_CONNECTOR_TOKEN: 'demo-connector',
    NATTER_HOST: 'localhost',
    NATTER_ALLOWED_ORIGINS: SITE,
    NATTER_TICKET_KEYS: `bench:${randomBytes(32).toString('base64url')}`,
  };
  const child = spawn(process.execPath, [fromRoot('dist/cli.js'), command], { env });
  await new Promise((resolve, reject) => {
    const hear = piece => /listening|ready/i.test(piece) && resolve();
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', code => reject(new Error(`natter ${command} ended with ${code}. Run npm run build first.`)));
  });
  return async () => {
    child.kill();
    await once(child, 'exit');
  };
}

/** Puts the messages into the newest session's history. */
async function fill() {
  const control = `${EMULATOR}/_control/sessions`;
  const { sessions } = await (await fetch(control)).json();
  for (let from = 1; from <= MESSAGES; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        fetch(`${control}/${sessions.at(-1).id}/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            type: 'EVENT_TYPE_AGENT_MESSAGE',
            payload: { message_id: `m${from + i}`, text: `line ${from + i}` },
          }),
        }),
      ),
    );
  }
}

/** Runs in the page: notes when the latest socket opened. */
function noteSockets() {
  const { WebSocket } = window;
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener('open', () => {
        window.openedAt = performance.now();
      });
    }
  };
}

/** Runs in the page: resolves when the last message has been laid out. */
async function timeUntilShown({ last, since }) {
  const shown = () =>
    document.querySelector('natter-chat')?.shadowRoot?.querySelector('.log')?.textContent.includes(last);
  while (!shown()) await new Promise(resolve => requestAnimationFrame(resolve));
  await new Promise(resolve => requestAnimationFrame(resolve));
  return Math.round(performance.now() - (since === 'socket' ? window.openedAt : 0));
}
