/** The handshake port for Cloudflare Workers, whose `fetch` can ask for a WebSocket. The fetch of other runtimes cannot. */

import { isSafePlatformUrl, readRetryAfter } from '../../protocol/http-api.ts';
import type { HandshakePort } from './probe-endpoint.ts';

/** Part of a Worker's WebSocket. */
interface WorkerSocket {
  accept(): void;
  close(code?: number): void;
}

/** The handshake of Workers. Refuses plain `ws:` except to this machine, because the address contains an access token. */
export const workerHandshake: HandshakePort = async (url, signal) => {
  const address = url.replace(/^ws/i, 'http');
  if (!isSafePlatformUrl(address))
    throw Object.assign(new Error('The handshake needs a wss address.'), { code: 'UNSAFE_URL' });
  const response = await fetch(address, { headers: { Upgrade: 'websocket' }, redirect: 'manual', signal });
  const { webSocket } = response as { webSocket?: WorkerSocket | null };
  // Accepts the socket, because only an accepted one can be closed.
  webSocket?.accept();
  webSocket?.close(1_000);
  await response.body?.cancel();
  const retryAfter = readRetryAfter(response.headers.get('Retry-After'), Date.now());
  return { status: response.status, retryAfter: retryAfter ?? null };
};

/** Returns true in a Worker, which is recognised by its user agent. */
export const isWorker = (): boolean => globalThis.navigator?.userAgent === 'Cloudflare-Workers';
