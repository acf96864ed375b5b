/** The REST APIs in one process: a brain with a clock of the test's own, and both hosts as functions from request to response. */

import type { Dialect, HostName } from '../../src/contract/shape/route.ts';
import type { PlatformOptions } from '../../src/emulator/model/options.ts';
import { createSeededRandom } from '../../src/emulator/model/seeded-random.ts';
import { createRestApp } from '../../src/emulator/node/rest-app.ts';
import { createPlatform, type Platform } from '../../src/emulator/platform.ts';
import type { NoticeOutput, Output } from '../../src/emulator/store/state.ts';

export const START = Date.UTC(2026, 10, 27, 9);

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read wire bodies by their fields.
  readonly body: any;
}

export interface AskOptions extends Omit<RequestInit, 'body'> {
  readonly key?: string | undefined;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface RestWorld {
  readonly platform: Platform;
  /** `fetch` for both hosts: `http://runtime` and `http://builder`. */
  readonly fetch: typeof fetch;
  readonly reports: readonly string[];
  /** Webhooks to be posted. The test answers for their receivers. */
  readonly notices: NoticeOutput[];
  now(): number;
  /** Moves the clock on and runs everything that falls due. */
  advance(ms: number): void;
  ask(host: HostName, method: string, path: string, more?: AskOptions): Promise<Answered>;
}

export function createRestWorld(options: Partial<PlatformOptions> & { readonly dialect?: Dialect } = {}): RestWorld {
  const platform = createPlatform({ random: createSeededRandom(1), pace: 0, ...options });
  const reports: string[] = [];
  const notices: NoticeOutput[] = [];
  let at = START;
  const host = {
    platform,
    now: () => at,
    perform: (outputs: readonly Output[]) => {
      for (const each of outputs) {
        if (each.kind === 'report') reports.push(each.message);
        if (each.kind === 'post') notices.push(each);
      }
    },
    advance: (ms: number) => {
      at += ms;
      host.perform(platform.wake(at));
      return at;
    },
  };
  const { dialect = 'service' } = options;
  const apps = {
    runtime: createRestApp({ host, dialect, serves: ['runtime'] }),
    builder: createRestApp({ host, dialect, serves: ['builder'] }),
  };
  const fetchHere: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const name = new URL(request.url).hostname === 'builder' ? 'builder' : 'runtime';
    return (await apps[name](request)) ?? new Response('{"error":"not found"}', { status: 404 });
  };
  return {
    platform,
    fetch: fetchHere,
    reports,
    notices,
    now: () => at,
    advance: ms => void host.advance(ms),
    async ask(name, method, path, { key, body, headers, ...init } = {}) {
      const response = await fetchHere(`http://${name}${path}`, {
        method,
        headers: {
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...init,
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: text === '' ? undefined : JSON.parse(text),
      };
    },
  };
}
