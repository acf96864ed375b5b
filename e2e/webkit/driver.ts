/**
 * WebKitGTK by way of WebDriver, in as much as a journey needs: Playwright brings no WebKit of Debian's. A screen of its own (Xvfb), the
 * driver, and one window in it. This is Safari's engine, neither Safari nor a phone.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../stage.ts';

export interface Browser {
  go(url: string): Promise<void>;
  reload(): Promise<void>;
  /** What a function of the page's answers: its text, called with `args`. Elements come back as references. */
  run<T>(script: (...args: never[]) => T, ...args: readonly unknown[]): Promise<T>;
  /** With a real pointer; a click by the driver's own command does not get into a shadow root. */
  click(selector: string): Promise<void>;
  /** Turns of the wheel over it, one with each frame, each by so many pixels; negative is up. */
  wheel(selector: string, by: number, times?: number): Promise<void>;
  /** With real keys, into whatever has the focus. */
  type(text: string): Promise<void>;
  /** What is to be seen of the page, as the text of a PNG in base64. */
  picture(): Promise<string>;
  close(): Promise<void>;
}

export const ENTER = '\uE007';
export const HOME = '\uE011';
export const END = '\uE010';
export const RIGHT = '\uE014';
export const DOWN = '\uE015';

const PAUSE_MS = 100;
const START_MS = 20_000;
const FRAME = { type: 'pause', duration: 16 };
/** The name that WebDriver gives to a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** `program` is WebKitWebDriver, `browser` MiniBrowser. On a busy machine the two miss each other at times: then both begin anew, once. */
export async function startWebKit(program: string, browser: string): Promise<Browser> {
  return start(program, browser).catch(() => start(program, browser));
}

async function start(program: string, browser: string): Promise<Browser> {
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display },
  });
  const end = () => Promise.all([stop(driver), stop(screen.process)]);
  try {
    const base = `http://127.0.0.1:${port}/session`;
    const { sessionId } = await begin(base, browser);
    return createBrowser(`${base}/${sessionId}`, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** Any free display: Xvfb says which. */
async function startScreen(): Promise<{ readonly process: ChildProcess; readonly display: string }> {
  const xvfb = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await Promise.race([
    once(xvfb.stdout, 'data'),
    once(xvfb, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}.`))),
  ])) as [Buffer];
  return { process: xvfb, display: `:${`${number}`.trim()}` };
}

/** The driver listens some moments after its start. */
async function begin(base: string, binary: string): Promise<{ readonly sessionId: string }> {
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] }, timeouts: { script: START_MS } },
  };
  const giveUpAt = Date.now() + START_MS;
  for (;;) {
    try {
      return await ask(base, 'POST', { capabilities }, AbortSignal.timeout(START_MS));
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > giveUpAt) throw error;
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Rejects with what the driver says went wrong. */
async function ask<T>(url: string, method: string, body: object = {}, signal: AbortSignal | null = null): Promise<T> {
  const init = method === 'POST' ? { method, body: JSON.stringify(body), signal } : { method };
  const { value } = (await (await fetch(url, init)).json()) as { value: T & { error?: string; message?: string } };
  if (value?.error) throw new Error(`WebKit: ${value.error}: ${value.message}`);
  return value;
}

function createBrowser(session: string, end: () => Promise<unknown>): Browser {
  const post = <T>(path: string, body?: object) => ask<T>(`${session}/${path}`, 'POST', body);

  async function run<T>(script: (...args: never[]) => T, ...args: readonly unknown[]): Promise<T> {
    return post('execute/sync', { script: `return (${script}).apply(null, arguments)`, args });
  }

  /** Where the pointer has to be for something of the widget's. */
  async function over(selector: string) {
    const found = await run(find, selector);
    if (!found) throw new Error(`WebKit: nothing in the widget matches ${selector}`);
    return { x: 0, y: 0, origin: { [ELEMENT]: Reflect.get(found, ELEMENT) } };
  }

  /** The driver turns by what a turn differs from the one before. */
  let turned = 0;

  return {
    go: url => post('url', { url }),
    reload: () => post('refresh'),
    run,
    async click(selector) {
      const still = { type: 'pointerMove', duration: 0, ...(await over(selector)) };
      const press = [still, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions: press }] });
    },
    async wheel(selector, by, times = 1) {
      const place = await over(selector);
      const turns = Array.from({ length: times }, () => {
        turned += by;
        return { type: 'scroll', duration: 0, deltaX: 0, deltaY: turned, ...place };
      });
      const clock = { type: 'none', id: 'clock', actions: turns.map(() => FRAME) };
      await post('actions', { actions: [{ type: 'wheel', id: 'wheel', actions: turns }, clock] });
    },
    async type(text) {
      const actions = [...text].flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    picture: () => ask(`${session}/screenshot`, 'GET'),
    async close() {
      await ask(session, 'DELETE').catch(() => {});
      await end();
    },
  };
}

/** Runs in the page. What still moves would not be where the pointer goes. */
async function find(selector: string): Promise<Element | null | undefined> {
  const found = document.querySelector('natter-chat')?.shadowRoot?.querySelector(selector);
  const place = () => JSON.stringify(found?.getBoundingClientRect());
  for (let last = ''; found && last !== place(); ) {
    last = place();
    await new Promise(requestAnimationFrame);
  }
  return found;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
