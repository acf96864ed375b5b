/** startBackend: the backend in a thread of its own, because jsdom and happy-dom replace the globals that servers need. */

import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type Addresses,
  type BackendCalls,
  type BackendControl,
  type BackendOptions,
  CALL_NAMES,
  type Call,
  type Result,
} from './calls.ts';

export interface Backend {
  /** The value for `broker`: `http://localhost:<port>`. It answers pages of this machine, whatever their port. */
  readonly brokerUrl: string;
  /** The emulated platform: `http://localhost:<port>`, with its control API below `/_control/`. */
  readonly emulatorUrl: string;
  /** Changes the platform behind the page's back: faults, cut connections, ended sessions, who answers. */
  readonly control: BackendControl;
  /**
   * Has the agent, or the person who has taken over, say each text in every chat that is connected. Waits for the first such chat for at most
   * 10 s, then rejects.
   */
  say(...texts: readonly string[]): Promise<void>;
  /** Moves the platform's clock forward by this many milliseconds, a year at most. After eight minutes it asks if the visitor is still there. */
  advance(ms: number): Promise<void>;
  /** Ends every connection and frees both ports. The process stays alive until then. */
  close(): Promise<void>;
}

/**
 * Starts an emulator and a broker for it on free ports, in a thread of their own: it may be called in a test that runs in happy-dom, and fake
 * timers do not reach it. Rejects with an Error when an option is wrong.
 */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  // Without the test runner's flags: its loaders must not load this file.
  const worker = new Worker(join(import.meta.dirname, 'testing-worker.js'), { workerData: options, execArgv: [] });
  const [addresses]: Addresses[] = await once(worker, 'message');
  if (!addresses) throw new Error('startBackend: the backend did not say where it listens.');
  const call = createCalls(worker);
  const { say, advance, ...control } = Object.fromEntries(
    CALL_NAMES.map(name => [name, (...args: readonly unknown[]) => call(name, args)]),
  ) as unknown as BackendCalls;
  const state: { closing?: Promise<void> } = {};
  return {
    ...addresses,
    control,
    say,
    advance,
    async close() {
      state.closing ??= call('close', []).then(() => {});
      await state.closing;
    },
  };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

function createCalls(worker: Worker): (name: Call['name'], args: readonly unknown[]) => Promise<unknown> {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let isOver = false;
  worker.on('message', (result: Result) => {
    const { resolve, reject } = waiting.get(result.id) ?? {};
    waiting.delete(result.id);
    if ('error' in result) reject?.(new Error(result.error));
    else resolve?.(result.value);
  });
  worker.once('exit', () => {
    isOver = true;
    for (const { reject } of waiting.values()) reject(closed());
  });
  return (name, args) =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(closed());
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, args } satisfies Call);
    });
}

const closed = () => new Error('The backend has been closed.');
