/**
 * The stage of every spec: the built demo (page, broker, emulator) as child processes on free ports, one set per worker; and a visitor who
 * finds elements by role and name, as people do. Faults and scripts are cleared before each test.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export interface Stage {
  readonly demo: string;
  readonly broker: string;
  readonly emulator: string;
  /** POST to the emulator's control API. */
  control(path: string, body?: object): Promise<unknown>;
  sessions(): Promise<readonly SessionInfo[]>;
  session(id: string): Promise<SessionInfo & { readonly events: readonly WireEvent[] }>;
}

export interface SessionInfo {
  readonly id: string;
  readonly state: string;
  readonly joinsAsked: number;
  readonly sockets: readonly string[];
  readonly createdAt: string;
}

export interface WireEvent {
  readonly type: string;
  readonly sequence: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Below the range from which systems assign ports. Each worker has a part of its own, so nobody takes a port between finding and using it.
 */
const FIRST_PORT = 12_000;
const PORTS_EACH = 1_500;
let portsTried = Math.floor(Math.random() * PORTS_EACH);

export async function freePort(): Promise<number> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 8;
  for (;;) {
    portsTried += 1;
    const port = FIRST_PORT + worker * PORTS_EACH + (portsTried % PORTS_EACH);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (listening) await new Promise<void>(resolve => void server.close(() => resolve()));
  return listening;
}

export interface Running {
  /** Everything printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts the built command line or another script, and waits for the line that says it is up. */
export async function run(
  args: readonly string[],
  env: Record<string, string>,
  { up = /\bready\b/, script = 'dist/cli.js' } = {},
): Promise<Running> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NATTER_DRAIN_SECONDS: '0', ...env },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (piece: Buffer) => {
      output += piece;
      if (up.test(output)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', code => reject(new Error(`${script} ${args.join(' ')} ended with ${code}:\n${output}`)));
  });
  let stopping = false;
  child.on('exit', (code, signal) => {
    if (!stopping) console.error(`${args.join(' ')} ended by itself with ${code ?? signal}:\n${output.slice(-2000)}`);
  });
  return {
    output: () => output,
    stop: () => {
      stopping = true;
      return stop(child);
    },
  };
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  const gone = new Promise<void>(resolve => void child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  return gone;
}

async function startStage(env: Record<string, string> = {}): Promise<Stage & { stop(): Promise<void> }> {
  const [demo, broker, emulator] = [await freePort(), await freePort(), await freePort()];
  const running = await run(['demo'], {
    NATTER_DEMO_PORT: `${demo}`,
    PORT: `${broker}`,
    NATTER_EMULATOR_PORT: `${emulator}`,
    NATTER_BUILDER_PORT: '0',
    // All visitors of all specs share one address.
    NATTER_RATE_LIMIT: '1000',
    ...env,
  });
  return {
    demo: `http://localhost:${demo}`,
    broker: `http://localhost:${broker}`,
    stop: running.stop,
    ...platformAt(emulator),
  };
}

/** The emulator's calls for tests, on this port. */
export function platformAt(port: number): Pick<Stage, 'emulator' | 'control' | 'sessions' | 'session'> {
  const base = `http://localhost:${port}`;
  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(`${base}/_control/${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const json = { 'content-type': 'application/json' };
  return {
    emulator: base,
    control: (path, body = {}) =>
      path === 'faults/clear'
        ? ask('faults', { method: 'DELETE' })
        : ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    sessions: async () => ((await ask('sessions')) as { sessions: SessionInfo[] }).sessions,
    session: async id => (await ask(`sessions/${id}`)) as SessionInfo & { events: WireEvent[] },
  };
}

/** One visitor on one page. Elements are found as a person would find them. */
export interface Visitor {
  readonly page: Page;
  readonly panel: Locator;
  readonly log: Locator;
  readonly composer: Locator;
  /** Opens the shop and the chat, and waits for the greeting. Only `#bench` adds the test bench, which costs as much as the chat. */
  arrive(query?: string): Promise<void>;
  open(): Promise<void>;
  say(text: string): Promise<void>;
  button(name: string | RegExp): Locator;
  /** The session of this visitor's chat: the newest open one. */
  sessionId(): Promise<string>;
  /** Codes of Natter's own warnings on the console. */
  readonly warnings: readonly string[];
}

interface Fixtures {
  readonly visitor: Visitor;
  readonly clean: null;
  /**
   * Factor on the agent's pauses. Most tests only wait for the agent's words. Specs about thinking and streaming ask for the lifelike pace,
   * which is 1.
   */
  readonly pace: number;
}

interface WorkerFixtures {
  readonly stage: Stage;
  /**
   * Name of the spec that has a stage of its own. Some specs advance the platform's clock; on a shared stage it is no longer the broker's, which looks a
   * conversation up by the time of its start.
   */
  readonly stageOf: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  stageOf: ['', { option: true, scope: 'worker' }],
  stage: [
    async ({ stageOf: _ }, use) => {
      const stage = await startStage();
      await use(stage);
      await stage.stop();
    },
    { scope: 'worker' },
  ],
  pace: [0.2, { option: true }],
  clean: [
    async ({ stage, pace }, use) => {
      await stage.control('faults/clear');
      await stage.control('agent', { script: 'shop', pace });
      await use(null);
    },
    { auto: true },
  ],
  visitor: async ({ page, stage }, use) => {
    await use(createVisitor(page, stage));
  },
});

export { expect, startStage };

/** The newest open session. Sessions of earlier tests may still be open. */
export async function newestSession(stage: Stage): Promise<SessionInfo> {
  const all = await stage.sessions();
  const newest = all.filter(each => each.state === 'open').sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  if (!newest) throw new Error('no session is open');
  return newest;
}

export function createVisitor(page: Page, stage: Stage): Visitor {
  const warnings: string[] = [];
  page.on('console', message => {
    const code = /^\[natter\] (\w+):/.exec(message.text())?.[1];
    if (code) warnings.push(code);
  });
  const panel = page.getByRole('dialog');
  const visitor: Visitor = {
    page,
    panel,
    log: page.getByRole('log', { name: 'Conversation' }),
    composer: page.getByRole('textbox', { name: 'Message' }),
    warnings,
    async arrive(query = '') {
      const address = new URL(query, `${stage.demo}/`);
      if (address.hash !== '#bench') address.searchParams.set('bench', 'off');
      await page.goto(address.href);
      await visitor.open();
      await expect(visitor.log).toContainText('Hello, I am Fern');
      await expect(page.getByRole('group', { name: 'Suggested replies' })).toBeVisible();
    },
    async open() {
      await page.getByRole('button', { name: 'Open chat' }).click();
      await expect(panel).toBeVisible();
    },
    async say(text) {
      await visitor.composer.fill(text);
      await visitor.composer.press('Enter');
    },
    button: name => page.getByRole('button', { name, exact: typeof name === 'string' }),
    async sessionId() {
      return (await newestSession(stage)).id;
    },
  };
  return visitor;
}

/** A reply that grows chunk by chunk, each sent by the test. */
export function growingReply(
  stage: Stage,
  sessionId: string,
  message_id = 'grows',
): (text: string, isComplete?: boolean) => Promise<void> {
  let sent = 0;
  return async (text, isComplete = false) => {
    const grown = { message_id, chunk_index: ++sent, is_complete: isComplete, text };
    const payload = { ...grown, attachments: [], response_suggestions: [] };
    await stage.control(`sessions/${sessionId}/events`, { type: 'SERVICE_AGENT_MESSAGE_CHUNK', payload });
  };
}

/** The selected text in the shadow root of `place`. In Firefox only the document knows it. */
export const selectedAt = (place: Locator): Promise<string> =>
  place.evaluate(element => {
    const root = element.getRootNode() as ShadowRoot & { getSelection?(): Selection };
    return `${root.getSelection?.() ?? getSelection()}`;
  });

/** Returns the texts of the visitor's messages that the platform has in these sessions, in order. */
export async function userMessages({ session }: Pick<Stage, 'session'>, ...ids: readonly string[]): Promise<unknown[]> {
  const all = await Promise.all(ids.map(session));
  return all
    .flatMap(({ events }) => events)
    .filter(event => event.type.endsWith('USER_MESSAGE'))
    .map(event => event.payload.text);
}

/** Texts of the history's messages in order, with chunks joined: the transcript must equal them. */
export function messagesOf(events: readonly WireEvent[]): string[] {
  const messages = new Map<string, string>();
  for (const { type, payload } of events) {
    if (!/USER_MESSAGE$|AGENT_MESSAGE(_CHUNK)?$/.test(type)) continue;
    const id = String(payload.message_id);
    messages.set(id, (messages.get(id) ?? '') + String(payload.text));
  }
  return [...messages.values()];
}
