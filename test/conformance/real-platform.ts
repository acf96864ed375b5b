/** A running emulator for the tests of one dialect: plain fetch, the typed client, and a clock that stands still until a test moves it. */

import { afterAll, beforeAll, expect } from 'vitest';
import type { Dialect, HostName } from '../../src/contract/shape/route.ts';
import { createSeededRandom } from '../../src/emulator/model/seeded-random.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/emulator/node/server.ts';
import { createPlatform, type Platform } from '../../src/platform/create-platform.ts';
import { createDocumentCheck } from './document-check.ts';

export const START = Date.UTC(2026, 10, 27, 9);
export const MINUTE = 60_000;
export const DIALECTS = ['service', 'poly'] as const;
export const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

export const KEYS = {
  chat: 'demo-chat',
  connector: 'demo-connector',
  conversations: 'demo-conversations',
  outbound: 'demo-outbound',
  events: 'demo-events',
  dni: 'demo-dni',
  builder: 'demo-builder',
};

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read wire bodies by their fields.
  readonly body: any;
}

export interface Ask {
  readonly host?: HostName;
  readonly headers?: Record<string, string>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

export interface RealPlatform {
  readonly dialect: Dialect;
  readonly emulator: Emulator;
  /** The typed client, in the same dialect. */
  readonly client: Platform;
  /** Log lines of the emulator with level error. */
  readonly errors: readonly string[];
  ask(method: string, path: string, more?: Ask): Promise<Answered>;
  /** A call with the header `x-api-key`; keys that begin with demo-builder go to the builder host. */
  keyed(key: string, method: string, path: string, body?: unknown): Promise<Answered>;
  chat(action: 'create' | 'respond' | 'close', body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** GET of Conversations; `query` includes its question mark. */
  conversations(query?: string, version?: string): Promise<Answered>;
  builder(method: string, path: string, body?: unknown): Promise<Answered>;
  control(method: string, path: string, body?: unknown): Promise<Answered>;
  advance(ms: number): void;
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/**
 * Starts the emulator before all tests of the block and closes it after them. At the end it must not have logged any error of its own, and
 * its OpenAPI documents must describe each of its answers.
 */
export function useRealPlatform(dialect: Dialect, options: EmulatorOptions = {}): RealPlatform {
  let emulator: Emulator | undefined;
  let client: Platform | undefined;
  const errors: string[] = [];
  const documents = createDocumentCheck(dialect);
  const undescribed = new Set<string>();
  const running = (): Emulator => {
    if (!emulator) throw new Error('The emulator runs during tests only.');
    return emulator;
  };
  beforeAll(async () => {
    emulator = await startEmulator({
      port: 0,
      pace: 0,
      dialect,
      clock: () => START,
      random: createSeededRandom(1),
      httpRate: { perSecond: 1e6, burst: 1e6 },
      log: (level, message, fields) => {
        if (level === 'error') errors.push(`${message} ${JSON.stringify(fields ?? {})}`);
      },
      ...options,
    });
    client = createPlatform({
      baseUrl: emulator.url,
      builderUrl: emulator.builderUrl,
      keys: KEYS,
      accountId: 'demo',
      projectId: 'shop',
      dialect,
      wait: async ms => void running().advance(ms),
    });
  });
  afterAll(async () => {
    await emulator?.close();
    expect(errors).toEqual([]);
    expect([...undescribed]).toEqual([]);
  });

  async function ask(method: string, path: string, { host = 'runtime', headers, body }: Ask = {}): Promise<Answered> {
    const { url, builderUrl } = running();
    const response = await fetch(`${host === 'builder' ? builderUrl : url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    const { status } = response;
    const answer = isJson && text !== '' ? JSON.parse(text) : undefined;
    const problem = documents.problemOf({ host, method, path, status, answer });
    if (problem !== null) undescribed.add(problem);
    return { status, headers: response.headers, text, body: answer };
  }
  const keyed: RealPlatform['keyed'] = (key, method, path, body) =>
    ask(method, path, {
      host: key.startsWith('demo-builder') ? 'builder' : 'runtime',
      headers: { 'x-api-key': key },
      body,
    });
  return {
    dialect,
    get emulator() {
      return running();
    },
    get client() {
      if (!client) throw new Error('The client is there during tests only.');
      return client;
    },
    errors,
    ask,
    keyed,
    chat: (action, body, headers) =>
      ask(action === 'close' ? 'PUT' : 'POST', `/v1/demo/shop/chat/${action}`, {
        headers: { 'X-API-KEY': 'demo-chat', 'X-TOKEN': 'demo-connector', ...headers },
        body,
      }),
    conversations: (query = '', version = 'v3') =>
      keyed('demo-conversations', 'GET', `/${version}/demo/shop/conversations${query}`),
    builder: (method, path, body) => keyed('demo-builder', method, path, body),
    control: (method, path, body) => ask(method, `/_control/${path}`, { body }),
    advance: ms => void running().advance(ms),
  };
}

/** The keys of each kind of error body, in order. */
export const SHAPES = {
  envelope: ['success', 'error', 'error_id', 'error_code', 'error_message', 'data'],
  builder: ['message', 'errors'],
  message: ['error_message'],
  coded: ['error', 'code'],
  titled: ['success', 'error', 'message'],
  text: ['error'],
  detail: ['detail'],
} as const;

/** Keys of a builder error in this dialect. */
export const builderShape = (dialect: Dialect) => (dialect === 'poly' ? SHAPES.envelope : SHAPES.builder);

export const iso = (at: number): string => new Date(at).toISOString();
