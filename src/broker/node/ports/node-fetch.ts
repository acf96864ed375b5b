/** The fetch port under Node. Uses node:http and keeps connections alive, which takes half the CPU time of the global fetch. */

import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { PlatformNetwork } from '../../config.ts';
import type { FetchInit, FetchPort } from '../../endpoints/ask-platform.ts';
import { createPlatformAgents } from './platform-agents.ts';

/** Largest number of bytes that are read of a body if the call names none. */
const MAX_BODY_BYTES = 65_536;

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Creates a port with connections of its own. It follows no redirects, as with `redirect: 'manual'`. */
export function createNodeFetch(network: PlatformNetwork = {}): FetchPort {
  const agents = createPlatformAgents(network, true);
  const fresh = createPlatformAgents(network, false);
  return async (url, { once, ...init }) => {
    const scheme = url.startsWith('https:') ? 'https' : 'http';
    if (once) return call(url, init, fresh[scheme]);
    try {
      return await call(url, init, agents[scheme]);
    } catch (error) {
      // The platform closed the idle connection just before it was used, so it has not received the request: sends it again.
      if (error instanceof StaleConnection) return call(url, init, fresh[scheme]);
      throw error;
    }
  };
}

class StaleConnection extends Error {}

function call(url: string, init: Omit<FetchInit, 'once'>, agent: RequestOptions['agent']): Promise<Response> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const headers = Object.fromEntries(new Headers(init.headers));
    const options = { method: init.method ?? 'GET', headers, agent, ...(init.signal ? { signal: init.signal } : {}) };
    const outgoing = open(url, options, incoming => readResponse(incoming, init.maxBytes).then(resolve, reject));
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      reject(outgoing.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
    );
    outgoing.end(init.body);
  });
}

/** Reads one byte more than allowed of a longer body, from which the caller learns that it is too large. */
async function readResponse(incoming: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Response> {
  const { statusCode: status = 0, headers } = incoming;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of incoming) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxBytes) break;
  }
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(BODILESS.has(status) ? null : Buffer.concat(parts), { status, headers: entries });
}
