/** Adapts a handler that takes a Request and returns a Response to Node's http server. */

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MOST_BODY_BYTES } from '../rest/body.ts';
import type { EmulatorLog } from './clock-random-log.ts';
import { type HttpHandler, json } from './http.ts';

/** Methods that the Request constructor refuses. */
const NO_REQUEST: readonly string[] = ['TRACE', 'TRACK'];

/** Serves one request. Never rejected: logs an error inside and answers with 500. */
export async function serve(
  handler: HttpHandler,
  log: EmulatorLog,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const body = await readBody(incoming);
    const response = await answer(handler, incoming, body);
    await writeResponse(response, outgoing);
    log('debug', 'request served', { method: incoming.method ?? '', path: pathOf(incoming), status: response.status });
  } catch (error) {
    log('error', 'request failed', {
      path: pathOf(incoming),
      reason: error instanceof Error ? error.message : 'unknown',
    });
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'Content-Type': 'application/json' });
    outgoing.end('{"error":"internal server error"}');
  }
}

function answer(handler: HttpHandler, incoming: IncomingMessage, body: Buffer): Response | Promise<Response> {
  if (NO_REQUEST.includes(incoming.method ?? '')) return json({ status: 405, body: { error: 'method not allowed' } });
  return handler(toRequest(incoming, body), incoming.socket.remoteAddress ?? null);
}

/** Returns the path without the query, which may contain a token. */
export function pathOf(incoming: IncomingMessage): string {
  const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
  return path.startsWith('/') ? path : '/';
}

export function queryOf(incoming: IncomingMessage): URLSearchParams {
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}

function toRequest(incoming: IncomingMessage, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  const query = queryOf(incoming).toString();
  const url = `http://localhost${pathOf(incoming)}${query && `?${query}`}`;
  return new Request(url, { method, headers, ...(hasBody ? { body: new Uint8Array(body) } : {}) });
}

/**
 * Returns the body. If it is too large, returns one byte more than allowed: the handler then refuses it with its own error. The rest is read and
 * dropped, because the next request follows on the same connection.
 */
function readBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= MOST_BODY_BYTES) pieces.push(piece);
      else {
        pieces.length = 0;
        resolve(Buffer.alloc(MOST_BODY_BYTES + 1));
      }
    });
    incoming.on('end', () => resolve(Buffer.concat(pieces)));
    incoming.on('error', reject);
  });
}

async function writeResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  // Writes piece by piece: some responses are sent in chunks.
  for await (const piece of response.body) if (!outgoing.write(piece)) await once(outgoing, 'drain');
  outgoing.end();
}
