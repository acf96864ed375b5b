/** The worker thread of a backend: starts it, reports its addresses, and executes calls until it is closed. */

import type { MessagePort } from 'node:worker_threads';
import { type RunningBackend, runBackend } from './backend.ts';
import type { Addresses, BackendOptions, Call, Result } from './calls.ts';

/** Runs the backend. If it cannot start, the promise is rejected, and the parent thread gets the error. */
export async function serveBackend(port: MessagePort, options: BackendOptions): Promise<void> {
  const backend = await runBackend(options);
  port.on('message', (call: Call) => {
    void answerCall(backend, call).then(result => {
      port.postMessage(result);
      // Lets the thread end: only the open port keeps it alive.
      if (call.name === 'close') port.close();
    });
  });
  const { brokerUrl, emulatorUrl } = backend;
  port.postMessage({ brokerUrl, emulatorUrl } satisfies Addresses);
}

async function answerCall({ calls, close }: RunningBackend, { id, name, args }: Call): Promise<Result> {
  try {
    const act = (name === 'close' ? close : calls[name]) as (...args: readonly unknown[]) => Promise<unknown>;
    return { id, value: await act(...args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
