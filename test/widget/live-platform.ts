/**
 * The platform on this machine for components in jsdom, and a count of what is asked of it. In place of a broker stands the least that a page
 * takes for one: the real one needs Node's own bytes, which jsdom takes away. Nothing leaves the machine.
 */

import WebSocket from 'ws';
import { startEmulator } from '../../src/emulator/node/server.ts';
import { ACCESS_TOKEN_PATH } from '../../src/protocol/http-api.ts';

export const BROKER = 'https://chat.example.com';

export interface LivePlatform {
  /** Since the last `reset()`. */
  readonly asked: { tokens: number; sockets: number };
  /** Sockets that are open or being opened. */
  openSockets(): number;
  reset(): void;
  close(): Promise<void>;
}

/** Takes the place of the page's fetch and WebSocket, until it is closed. */
export async function startLivePlatform(): Promise<LivePlatform> {
  const { fetch: realFetch, WebSocket: nodesSocket } = globalThis;
  const emulator = await startEmulator({ port: 0, pace: 0, logLevel: 'silent' });
  const asked = { tokens: 0, sockets: 0 };
  const sockets = new Set<CountedSocket>();

  async function grantToken(): Promise<Response> {
    asked.tokens += 1;
    const headers = { 'X-Token': 'demo-connector', 'X-Host': 'localhost', 'Content-Type': 'application/json' };
    const answer = await realFetch(emulator.url + ACCESS_TOKEN_PATH, { method: 'POST', headers });
    return Response.json({ ...((await answer.json()) as object), messaging_url: emulator.url, dialect: 'service' });
  }

  globalThis.fetch = async (input, init) => {
    const url = `${input}`;
    if (url.startsWith(BROKER)) return url.endsWith('/token') ? grantToken() : new Response('', { status: 404 });
    // jsdom's signals are not those that Node's fetch takes.
    const { signal: _, ...rest } = init ?? {};
    return url.startsWith(emulator.url) ? realFetch(url, rest) : Promise.reject(new TypeError('Nobody is there.'));
  };
  /** Node's own tells of things with events that jsdom does not take for its own. */
  class CountedSocket extends WebSocket {
    constructor(url: string) {
      super(url);
      asked.sockets += 1;
      sockets.add(this);
      this.on('close', () => sockets.delete(this));
    }
  }
  Object.assign(globalThis, { WebSocket: CountedSocket });

  // jsdom has none, and a page without one there is not.
  globalThis.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as unknown as MediaQueryList;

  return {
    asked,
    openSockets: () => [...sockets].filter(({ readyState }) => readyState < 2).length,
    reset: () => void Object.assign(asked, { tokens: 0, sockets: 0 }),
    async close() {
      Object.assign(globalThis, { fetch: realFetch, WebSocket: nodesSocket });
      await emulator.close();
    },
  };
}
