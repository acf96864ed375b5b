/**
 * The console's way to the platform: `/console/runtime/…` and `/console/builder/…` are passed on with the key that the call needs, so that no
 * page holds a key. `/console/webhooks` is the log of notices. Only this machine and the console's own page are answered.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HostName, KEY_HEADERS, keyFor, type PlatformAccess, refuseRequest } from './admission.ts';
import { createWebhookLog, type WebhookLog } from './webhook-log.ts';

/** Answers a request below `/console/`. Returns false for any other. */
export type PlatformProxy = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const PREFIX = '/console/';
const HOOK = 'webhooks/deliveries';
const MOST_BYTES = 1_048_576;
/** Headers of the platform's answers that the page reads. */
const PASSED_ON = ['content-type', 'retry-after', 'x-service-correlation-id', 'x-polyai-correlation-id'];

/** `access` returns undefined if the console cannot be used: it works with the emulator only. */
export function createPlatformProxy(access: () => PlatformAccess | undefined): PlatformProxy {
  const log = createWebhookLog();
  return async (request, response) => {
    const asked = request.url ?? '/';
    // Concatenates the address, because `new URL('//', base)` would throw.
    const { pathname, search } = new URL(`http://localhost${asked.startsWith('/') ? asked : '/'}`);
    if (!pathname.startsWith(PREFIX)) return false;
    const refusal = refuseRequest(request.headers);
    const given = access();
    if (refusal !== null) answer(response, 403, { message: refusal });
    else if (!given) answer(response, 503, { message: 'The console works with the emulator only.' });
    else {
      try {
        await perform(request, response, { access: given, log, path: pathname.slice(PREFIX.length), search });
      } catch (error) {
        answer(response, 502, { message: error instanceof Error ? error.message : 'The platform gives no answer.' });
      }
    }
    return true;
  };
}

interface Call {
  readonly access: PlatformAccess;
  readonly log: WebhookLog;
  /** Path below `/console/`. */
  readonly path: string;
  readonly search: string;
}

async function perform(request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
  const { path, log, access } = call;
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  if (body === undefined) return answer(response, 413, { message: 'The body is over 1 MiB.' });
  if (path === HOOK && method === 'POST') {
    const status = await log.receive(access, webRequest(request, body));
    return answer(response, status, {});
  }
  if (path === 'webhooks') {
    if (method === 'POST')
      return answer(response, 200, await log.subscribe(access, `http://${request.headers.host}${PREFIX}${HOOK}`));
    return answer(response, 200, method === 'DELETE' ? await log.unsubscribe(access) : log.state());
  }
  const host = path.split('/')[0] as HostName;
  await passOn(request, response, call, host, body);
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { access, path, search }: Call,
  host: HostName,
  body: Buffer,
): Promise<void> {
  const method = request.method ?? 'GET';
  const target = path.slice(host.length);
  const name = keyFor(host, method, target);
  if (name === undefined) return answer(response, 404, { message: `The console makes no call ${method} ${target}.` });
  const headers: Record<string, string> = {};
  for (const header of KEY_HEADERS)
    if (request.headers[header] !== undefined) headers[header] = access.options.keys[name] ?? '';
  const type = request.headers['content-type'];
  if (type !== undefined) headers['content-type'] = type;
  const base = host === 'runtime' ? access.options.baseUrl : access.options.builderUrl;
  const read = await fetch(`${base}${target}${search}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  const passed = PASSED_ON.flatMap(header => {
    const value = read.headers.get(header);
    return value === null ? [] : [[header, value] as const];
  });
  response.writeHead(read.status, { ...Object.fromEntries(passed), ...PRIVATE });
  response.end(Buffer.from(await read.arrayBuffer()));
}

const PRIVATE = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...PRIVATE }).end(JSON.stringify(body));
}

/** Returns undefined if the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function webRequest(request: IncomingMessage, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (name.startsWith('x-')) headers.set(name, `${value}`);
  return new Request('http://localhost', { method: 'POST', headers, body: new Uint8Array(body) });
}
