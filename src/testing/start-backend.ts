/** Runs the backend in a thread of its own, because jsdom and happy-dom replace globals that servers need. */

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

/** A running broker and platform for tests. */
export interface Backend {
  /** The value for the setting `broker`: `http://localhost:<port>`. Pages of this machine may use it from any port. */
  readonly brokerUrl: string;
  /** The emulated platform: `http://localhost:<port>`, with its control API below `/_control/`. */
  readonly emulatorUrl: string;
  /** Changes the platform while a page is connected: adds faults, closes sockets, ends sessions, changes the agent. */
  readonly control: BackendControl;
  /**
   * Sends each text to every connected chat, from the agent or from the person who has taken over. Waits up to 10 s for a connected chat, and is
   * rejected if there is none.
   */
  say(...texts: readonly string[]): Promise<void>;
  /** Moves the platform's clock forward by `ms` milliseconds, at most a year. Eight minutes (480000) make the chat ask if the visitor is still there. */
  advance(ms: number): Promise<void>;
  /** Closes every connection and both ports. Until then the process stays alive. */
  close(): Promise<void>;
}

/**
 * Starts an emulator and its broker on free ports, in a separate thread, where happy-dom and fake timers do not affect them. Rejected with an Error
 * if an option is wrong.
 */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  // Drops the test runner's flags, because the runner's loaders must not load the worker's file.
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
