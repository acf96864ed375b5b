/**
 * WebKitGTK driven by WebDriver, with the few commands that a journey needs: Playwright's WebKit does not run on Debian. A screen of its
 * own (Xvfb), the driver, and one window. This is Safari's engine, but neither Safari nor a phone.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../stage.ts';

export interface Browser {
  go(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page with these arguments and returns its result. Elements come back as references. */
  run<T>(script: (...args: never[]) => T, ...args: readonly unknown[]): Promise<T>;
  /** Clicks with a real pointer: the driver's own click command does not reach into a shadow root. */
  click(selector: string): Promise<void>;
  /** Turns the wheel over an element, once with each frame, each time by so many pixels; negative is up. */
  wheel(selector: string, by: number, times?: number): Promise<void>;
  /** Presses real keys; they go to the focused element. */
  type(text: string): Promise<void>;
  /** A picture of the page, as a PNG in base64. */
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
/** The key under which WebDriver stores an element's reference. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * `program` is WebKitWebDriver, `browser` MiniBrowser. On a busy machine the two sometimes fail to connect, so a failed start is repeated
 * once.
 */
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

/** Starts Xvfb on any free display; it prints which. */
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

/** Opens a session; tries again while the driver is not listening yet. */
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

/** Rejects with the driver's error message. */
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

  /** The pointer position over an element of the widget. */
  async function over(selector: string) {
    const found = await run(find, selector);
    if (!found) throw new Error(`WebKit: nothing in the widget matches ${selector}`);
    return { x: 0, y: 0, origin: { [ELEMENT]: Reflect.get(found, ELEMENT) } };
  }

  /** The driver scrolls by the difference between two successive values, so they are summed up. */
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

/** Runs in the page. Waits until the element has stopped moving, so that the pointer hits it. */
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
