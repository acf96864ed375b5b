/** A client of the platform: against the emulator in this process, or against answers that a test writes. */

import type { PlatformOptions } from '../../src/platform/call/connection.ts';
import type { PlatformError } from '../../src/platform/call/error.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { createRestWorld } from '../emulator/rest-world.ts';

export const KEYS = { chat: 'demo-chat', connector: 'demo-connector', conversations: 'demo-conversations' };

/** A client of the emulator in this process. Pauses are recorded and take no time. */
export function client(options: Partial<PlatformOptions> = {}) {
  const dialect = options.dialect ?? 'service';
  const world = createRestWorld({ dialect });
  const pauses: number[] = [];
  const sent: Request[] = [];
  const platform = createPlatform({
    baseUrl: 'https://runtime',
    builderUrl: 'https://builder',
    keys: KEYS,
    accountId: 'demo',
    projectId: 'shop',
    fetch: async (input, init) => {
      sent.push(new Request(input, init));
      return world.fetch(input, init);
    },
    wait: async ms => void pauses.push(ms),
    ...options,
  });
  return { world, platform, pauses, sent };
}

/** The error that a call is rejected with. */
export const failure = (call: Promise<unknown>): Promise<PlatformError> =>
  call.then(
    () => {
      throw new Error('The call was expected to fail.');
    },
    error => error,
  );

/** Gives these answers to the calls, in order. */
export function answering(...answers: (Response | Error)[]) {
  const calls: Request[] = [];
  const fetchNext: typeof fetch = async (input, init) => {
    calls.push(new Request(input, init));
    const next = answers[calls.length - 1];
    if (!next) throw new Error('No answer is left.');
    if (next instanceof Error) throw next;
    return next;
  };
  return { calls, fetch: fetchNext };
}

export const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });
