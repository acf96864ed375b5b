/** A broker with a fake platform behind it, a clock that tests turn, and a log that they read. No tests live here. */

import { type Broker, createBroker } from '../../src/broker/handler.ts';
import type { Log, LogFields } from '../../src/broker/log.ts';
import type { BrokerOptions } from '../../src/broker/options.ts';

export const SHOP = 'https://shop.example.com';
export const OTHER_SHOP = 'https://outlet.example.com';
export const CONNECTOR_TOKEN = 'connector-SECRET-0123456789';
export const ACCESS_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm9uIn0.ACCESS-SECRET';
export const KEY_1 = `${'A'.repeat(42)}E`;
export const KEY_2 = `${'B'.repeat(42)}E`;
const START = Date.UTC(2030, 0, 1);

export interface UpstreamCall {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: string | undefined;
  readonly signal: AbortSignal | null | undefined;
}

export interface LogLine {
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: LogFields;
}

export interface World {
  readonly options: BrokerOptions;
  readonly broker: Broker;
  /** What the platform was asked, in order. */
  readonly calls: UpstreamCall[];
  readonly lines: LogLine[];
  /** How long the broker waited, the timeout of each call included. */
  readonly delays: number[];
  /** The platform's next answers; when none is left it grants a token. A function may throw or never answer. */
  readonly answers: ((signal: AbortSignal | null | undefined) => Promise<Response>)[];
  readonly clock: { now: number };
  post(body?: unknown, request?: { origin?: string | null; address?: string }): Promise<Response>;
  /** POST /probe; a string body goes as it is. */
  probe(body: unknown, request?: { origin?: string | null; address?: string }): Promise<Response>;
  send(path: string, init?: RequestInit): Promise<Response>;
}

export interface WorldSettings extends Partial<BrokerOptions> {
  /** Every timeout strikes at once. */
  readonly impatient?: boolean;
}

export function createWorld({ impatient = false, ...overrides }: WorldSettings = {}): World {
  const state = { calls: [], lines: [], delays: [], answers: [], clock: { now: START } } as Pick<
    World,
    'calls' | 'lines' | 'delays' | 'answers' | 'clock'
  >;
  const options: BrokerOptions = {
    platformUrl: 'https://messaging.example.net',
    connectorToken: CONNECTOR_TOKEN,
    host: 'shop.example.com',
    allowedOrigins: [SHOP, OTHER_SHOP],
    ticketKeys: [{ kid: 'k1', key: KEY_1 }],
    fetch: (url, init) => answer(state, url, init),
    now: () => state.clock.now,
    random: () => 0.5,
    delay: (ms, signal) => wait(state, ms, { signal, impatient }),
    log: recorder(state.lines),
    ...overrides,
  };
  const broker = createBroker(options);
  const send: World['send'] = (path, init) =>
    broker.fetch(new Request(`https://chat.example.com${path}`, init), { address: '192.0.2.1' });
  return {
    ...state,
    options,
    broker,
    send,
    post: (body, request) =>
      broker.fetch(tokenRequest(body, request?.origin), { address: request?.address ?? '192.0.2.1' }),
    probe: (body, request) =>
      broker.fetch(pageRequest('/probe', body, request?.origin), { address: request?.address ?? '192.0.2.1' }),
  };
}

/** A POST /token as a browser sends it. `null` leaves the Origin out; a string body goes as it is, anything else as JSON. */
export function tokenRequest(body: unknown = {}, origin: string | null = SHOP): Request {
  return pageRequest('/token', body, origin);
}

function pageRequest(path: string, body: unknown, origin: string | null = SHOP): Request {
  return new Request(`https://chat.example.com${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(origin === null ? {} : { Origin: origin }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function granted(token = ACCESS_TOKEN, expiresIn = 86_400): Promise<Response> {
  return Promise.resolve(Response.json({ access_token: token, expires_in: expiresIn, token_type: 'Bearer' }));
}

export function refused(status: number, error: string, headers: Record<string, string> = {}): () => Promise<Response> {
  return () => Promise.resolve(Response.json({ error }, { status, headers }));
}

export function networkError(message = 'fetch failed', code = 'ECONNREFUSED'): () => Promise<Response> {
  return () => Promise.reject(new TypeError(message, { cause: Object.assign(new Error(message), { code }) }));
}

/** Never answers, like a platform that hangs; ends only when the request is aborted. */
export function hanging(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

export interface Grant {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: string;
  readonly messaging_url: string;
  readonly dialect: string;
  readonly resume_ticket: string;
  readonly features: unknown[];
}

export async function readGrant(response: Promise<Response> | Response): Promise<Grant> {
  const { status, body } = await readAnswer(response);
  if (status !== 200) throw new Error(`expected a grant, got ${status} ${JSON.stringify(body)}`);
  return body as Grant;
}

export async function readError(
  response: Promise<Response> | Response,
): Promise<{ status: number; code: string; message: string; retryAfter: number | undefined; header: string | null }> {
  const { status, body, headers } = await readAnswer(response);
  const { error } = body as { error: { code: string; message: string; retry_after?: number } };
  const { code, message, retry_after: retryAfter } = error;
  return { status, code, message, retryAfter, header: headers.get('Retry-After') };
}

async function readAnswer(
  response: Promise<Response> | Response,
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const received = await response;
  return { status: received.status, headers: received.headers, body: await received.json() };
}

function answer(state: Pick<World, 'calls' | 'answers'>, url: string, init: RequestInit): Promise<Response> {
  state.calls.push({
    url,
    method: init.method,
    headers: new Headers(init.headers),
    body: init.body,
    redirect: init.redirect,
    signal: init.signal,
  });
  const next = state.answers.shift();
  return next ? next(init.signal) : granted();
}

/** A long wait is a timeout and ends when it is called off; a short one is a pause, over at once with the clock moved on. */
function wait(
  state: Pick<World, 'delays' | 'clock'>,
  ms: number,
  { signal, impatient }: { signal: AbortSignal; impatient: boolean },
): Promise<void> {
  state.delays.push(ms);
  if (impatient || ms < 1_000) {
    state.clock.now += ms;
    return Promise.resolve();
  }
  return new Promise(resolve => signal.addEventListener('abort', () => resolve()));
}

function recorder(lines: LogLine[]): Log {
  const at =
    (level: keyof Log) =>
    (event: string, fields: LogFields = {}) => {
      lines.push({ level, event, fields });
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
