/** Handles the emulator's HTTP requests: access tokens, sessions, pictures, health and the control API. */

import { ACCESS_TOKEN_PATH, SESSIONS_PATH } from '../../protocol/http-api.ts';
import { mediaFile } from '../media/media.ts';
import type { HttpAnswer } from '../model/access-tokens.ts';
import { MOST_BODY_BYTES } from '../rest/body.ts';
import { answerControl, CONTROL_PREFIX, type ControlHost } from './http-control.ts';
import { isLoopbackOrigin, PROXY_HEADERS, refuseCaller } from './loopback.ts';
import type { RestApp } from './rest-app.ts';

/** `address` is the caller's IP address. If the host does not know it, it is null and the control API refuses the call. */
export type HttpHandler = (request: Request, address: string | null) => Promise<Response>;

/** Allows any origin, like the real platform, because the token alone authorises a call. */
const OPEN_CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Token, X-Host',
  'Access-Control-Expose-Headers': 'Retry-After',
  'Access-Control-Max-Age': '600',
};

const MEDIA_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'public, max-age=3600',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Forbids scripts and requests in an SVG that is opened as a document.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
};

export function createHttpHandler(host: ControlHost, rest: RestApp): HttpHandler {
  return async (request, address) => {
    const path = new URL(request.url).pathname;
    if (path.startsWith(CONTROL_PREFIX)) return controlResponse(host, request, path, address);
    const isMessaging = path === ACCESS_TOKEN_PATH || path === SESSIONS_PATH;
    const otherwise = () => (isMessaging ? messagingResponse(host, request, path) : plainResponse(host, request, path));
    return (await rest(request, otherwise)) ?? notFound();
  };
}

async function messagingResponse(host: ControlHost, request: Request, path: string): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: OPEN_CORS });
  if (request.method !== 'POST') return json({ status: 405, body: { error: 'method not allowed' } }, OPEN_CORS);
  const body = await request.text();
  if (body.length > MOST_BODY_BYTES) return tooLarge(OPEN_CORS);
  const { headers } = request;
  const answer =
    path === ACCESS_TOKEN_PATH
      ? host.platform.accessToken(host.now(), {
          connectorToken: headers.get('x-token'),
          host: headers.get('x-host'),
          body,
        })
      : host.platform.createSession(host.now(), { authorization: headers.get('authorization'), body });
  // Sets the timer for the new session's idle time.
  host.perform([]);
  return json(answer, { ...OPEN_CORS, 'Cache-Control': 'no-store' });
}

function plainResponse(host: ControlHost, request: Request, path: string): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return notFound();
  if (path === '/health') return json({ status: 200, body: { status: 'ok' } });
  const file = mediaFile(path);
  if (!file) return notFound();
  const fault = host.platform.control.httpFault(path);
  if (fault) return json(fault);
  return new Response(file.body, { headers: { ...MEDIA_HEADERS, 'Content-Type': file.contentType } });
}

async function controlResponse(
  host: ControlHost,
  request: Request,
  path: string,
  address: string | null,
): Promise<Response> {
  const origin = request.headers.get('origin');
  const proxied = PROXY_HEADERS.some(name => request.headers.has(name));
  const refusal = refuseCaller({ address, host: request.headers.get('host'), origin, proxied });
  if (refusal !== null) return json({ status: 403, body: { error: refusal } });
  const headers = { Vary: 'Origin', 'Cache-Control': 'no-store', ...corsFor(origin) };
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const text = await request.text();
  return text.length > MOST_BODY_BYTES
    ? tooLarge(headers)
    : json(answerControl(host, request.method, path, text), headers);
}

function corsFor(origin: string | null): Record<string, string> {
  if (origin === null || !isLoopbackOrigin(origin)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': '600',
  };
}

/** Handles requests to the builder host, which serves only its REST families. */
export function createBuilderHandler(rest: RestApp): HttpHandler {
  return async request => (await rest(request, notFound)) ?? notFound();
}

const tooLarge = (headers: Record<string, string>): Response =>
  json({ status: 413, body: { error: 'request body too large' } }, headers);

function notFound(): Response {
  return json({ status: 404, body: { error: 'not found' } });
}

export function json(answer: HttpAnswer, headers: Record<string, string> = {}): Response {
  const retry = answer.retryAfter === undefined ? {} : { 'Retry-After': String(answer.retryAfter) };
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { ...headers, ...retry, 'Content-Type': 'application/json' },
  });
}
