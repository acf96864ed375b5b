/** The running examples: the backend is that of the examples, and each page has an origin of its own that the broker allows. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect, freePort, type SessionInfo, type Stage, type WireEvent } from '../stage.ts';
import { createCustomer, exampleNames } from './customer.ts';

export interface Examples {
  /** Builds and serves an example on the first call. Returns its address. */
  page(name: string): Promise<string>;
}

/** Examples that bring a server of their own. */
const SERVERS: Readonly<Record<string, { readonly isBuilt: boolean }>> = {
  'server-rendering': { isBuilt: true },
  'strict-csp': { isBuilt: false },
};

const PREPARATION_MS = 120_000;

export const test = base.extend<object, { stage: Stage; running: Running; examples: Examples }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern.
    async ({}, use) => {
      const running = await startRunning();
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: PREPARATION_MS },
  ],
  stage: [({ running }, use) => use(stageOf(running)), { scope: 'worker' }],
  examples: [({ running }, use) => use(running), { scope: 'worker' }],
});

export { expect };

interface Running extends Examples {
  readonly broker: string;
  readonly platform: string;
  stop(): Promise<void>;
}

async function startRunning(): Promise<Running> {
  const [brokerPort, platformPort] = [await freePort(), await freePort()];
  const [broker, platform] = [`http://localhost:${brokerPort}`, `http://localhost:${platformPort}`];
  const customer = createCustomer({ broker, platform });
  const ports = new Map<string, number>();
  for (const name of exampleNames()) ports.set(name, await freePort());
  const origin = (name: string) => `http://localhost:${ports.get(name)}`;
  const children: ChildProcess[] = [];
  const servers: Server[] = [];
  const opened = new Map<string, Promise<string>>();

  async function start(name: string, file: string, env: Record<string, string>): Promise<void> {
    children.push(await startNode(customer.folder(name), file, env));
  }

  async function open(name: string): Promise<string> {
    const server = SERVERS[name];
    if (server?.isBuilt !== false) await customer.build(name);
    if (server) await start(name, 'server.js', { PORT: `${ports.get(name)}`, NODE_ENV: 'development' });
    else servers.push(await serveFolder(join(customer.folder(name), 'dist'), ports.get(name)));
    return origin(name);
  }

  const pages = [...ports.keys()].map(origin).join(',');
  await start('backend', 'start.js', { PORT: `${brokerPort}`, PLATFORM_PORT: `${platformPort}`, PAGES: pages });
  return {
    broker,
    platform,
    page(name) {
      const page = opened.get(name) ?? open(name);
      opened.set(name, page);
      return page;
    },
    async stop() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      await Promise.all(children.map(stopNode));
      customer.remove();
    },
  };
}

/** Starts a script, and waits until it says that it is ready. */
async function startNode(cwd: string, file: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file], { cwd, env: { ...process.env, ...env } });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', piece => {
        output += piece;
        if (/\bready\b/.test(output)) resolve();
      });
    child.on('exit', code => reject(new Error(`${cwd}/${file} ended with ${code}:\n${output}`)));
  });
  return child;
}

async function stopNode(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise(resolve => void child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

async function serveFolder(folder: string, port: number | undefined): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = path.endsWith('/') ? `${path}index.html` : path;
    try {
      const file = await readFile(join(folder, name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>(resolve => void server.listen(port, 'localhost', resolve));
  return server;
}

/** The part of a stage that specs need, with the backend of the examples in place of the demo's. */
function stageOf({ broker, platform }: Running): Stage {
  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(`${platform}/_control/${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    demo: '',
    broker,
    emulator: platform,
    control: (path, body = {}) =>
      path === 'faults/clear'
        ? ask('faults', { method: 'DELETE' })
        : ask(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
    sessions: async () => ((await ask('sessions')) as { sessions: SessionInfo[] }).sessions,
    session: async id => (await ask(`sessions/${id}`)) as SessionInfo & { events: WireEvent[] },
  };
}

/** Everything that should not happen on a page: warnings and errors in its console, uncaught errors, and violations of its policy. */
export async function troubleOf(page: Page): Promise<() => Promise<readonly string[]>> {
  const lines: string[] = [];
  page.on('pageerror', error => lines.push(`${error}`));
  page.on('console', message => {
    if (['warning', 'error', 'assert'].includes(message.type())) lines.push(message.text());
  });
  await page.addInitScript(() => {
    const refused: string[] = [];
    Reflect.set(window, 'refused', refused);
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      refused.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  return async () => [...lines, ...(await page.evaluate(() => Reflect.get(window, 'refused') as string[]))];
}
