/**
 * How long a page takes to show a conversation of 10,000 messages again, in a real Chromium with the built files: read from the platform's
 * history through a fresh socket, and read from the browser's storage after a reload.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/browser.mjs';
import { fromRoot } from './table.mjs';

const MESSAGES = 10_000;
const LAST = `line ${MESSAGES}`;
const PORTS = { NATTER_DEMO_PORT: '5373', PORT: '5374', NATTER_EMULATOR_PORT: '5375' };

export async function measureRestore() {
  const demo = spawn(process.execPath, [fromRoot('dist/cli.js'), 'demo'], { env: { ...process.env, ...PORTS } });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    await ready(demo);
    const page = await browser.newPage();
    await page.addInitScript(noteSockets);
    await page.goto(`http://localhost:${PORTS.NATTER_DEMO_PORT}`);
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
    demo.kill();
    await once(demo, 'exit');
  }
}

function ready(demo) {
  return new Promise((resolve, reject) => {
    demo.stdout.on('data', piece => /\bready\b/.test(piece) && resolve());
    demo.on('exit', code => reject(new Error(`The demo ended with ${code}. Run npm run build first.`)));
  });
}

/** Puts the messages into the newest session's history. */
async function fill() {
  const control = `http://localhost:${PORTS.NATTER_EMULATOR_PORT}/_control/sessions`;
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

/** In the page: when the latest socket opened. */
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

/** In the page: until the last message has been laid out. */
async function timeUntilShown({ last, since }) {
  const shown = () =>
    document.querySelector('natter-chat')?.shadowRoot?.querySelector('.log')?.textContent.includes(last);
  while (!shown()) await new Promise(resolve => requestAnimationFrame(resolve));
  await new Promise(resolve => requestAnimationFrame(resolve));
  return Math.round(performance.now() - (since === 'socket' ? window.openedAt : 0));
}
