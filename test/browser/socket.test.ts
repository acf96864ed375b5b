import { createServer } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeSocket, WebSocketServer } from 'ws';
import { createSocketFactory } from '../../src/browser/socket.ts';
import { decodeServerFrame } from '../../src/protocol/decode.ts';
import { type Peer, type SocketSubject, socketContract } from '../contracts/socket.contract.ts';

/** Real sockets over loopback. The class comes from `ws`, which has a browser's interface. */
async function startServer(): Promise<SocketSubject> {
  const http = createServer();
  const tcp = new Set<TcpSocket>();
  const server = new WebSocketServer({ noServer: true });
  const peers: Peer[] = [];
  const waiting: ((peer: Peer) => void)[] = [];
  http.on('connection', socket => tcp.add(socket));
  http.on('upgrade', (request, socket, head) => {
    if (request.url === '/silent') return;
    if (request.url === '/refuse') {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, ws => {
      const received: string[] = [];
      ws.on('message', data => received.push(String(data)));
      const peer: Peer = {
        received,
        send: text => ws.send(text),
        close: code => ws.close(code),
        cut: () => ws.terminate(),
      };
      const next = waiting.shift();
      if (next) next(peer);
      else peers.push(peer);
    });
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const base = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    openSocket: createSocketFactory(NodeSocket as unknown as new (url: string) => WebSocket),
    url: { accepting: `${base}/ws`, refusing: `${base}/refuse`, silent: `${base}/silent` },
    nextPeer: () => {
      const peer = peers.shift();
      return peer ? Promise.resolve(peer) : new Promise(resolve => void waiting.push(resolve));
    },
    stop: () => {
      for (const socket of tcp) socket.destroy();
      return new Promise(resolve => http.close(() => resolve()));
    },
  };
}

socketContract('reconnecting-websocket on real sockets', startServer);

/** A socket that never gets an answer. */
class Pending extends EventTarget {
  static readonly CLOSING = 2;
  static made = 0;
  readyState = 0;
  binaryType = 'blob';
  constructor() {
    super();
    Pending.made += 1;
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  }
}

describe('a handshake that nobody answers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[K2] has failed after twelve seconds, and is not tried a second time', async () => {
    const heard: unknown[] = [];
    createSocketFactory(Pending as unknown as new (url: string) => WebSocket)('wss://platform.example/ws', {
      opened: () => heard.push('opened'),
      received: text => heard.push(text),
      closed: (code, opened) => heard.push([code, opened]),
    });
    await vi.advanceTimersByTimeAsync(11_000);
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(heard).toEqual([[1006, false]]);
    expect(Pending.made).toBe(1);
  });
});

it('[X1] the address, which holds the token, is on no console, whatever the page has put on every object', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  Object.defineProperty(Object.prototype, 'debug', { value: true, configurable: true });
  try {
    const open = createSocketFactory(Pending as unknown as new (url: string) => WebSocket);
    const nothing = () => {};
    const socket = open('wss://platform.example/ws?token=secret', {
      opened: nothing,
      received: nothing,
      closed: nothing,
    });
    await new Promise(resolve => setTimeout(resolve));
    socket.close();
    expect(JSON.stringify(printed.mock.calls)).not.toContain('secret');
  } finally {
    Reflect.deleteProperty(Object.prototype, 'debug');
    printed.mockRestore();
  }
});

it('[K3] a socket class that throws, as under a content policy, is a failed handshake', async () => {
  const factory = createSocketFactory(
    class {
      static readonly CLOSING = 2;
      constructor() {
        throw new DOMException('blocked', 'SecurityError');
      }
    } as unknown as new (
      url: string,
    ) => WebSocket,
  );
  const outcome = await new Promise(resolve =>
    factory('wss://platform.example/ws', {
      opened: () => resolve('opened'),
      received: () => resolve('received'),
      closed: (code, opened) => resolve([code, opened]),
    }),
  );
  expect(outcome).toEqual([1006, false]);
});

describe('events of a socket', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** The calls of a socket's handlers when its browser fires these events one after the other in one task. */
  async function heardOf(...events: readonly Event[]): Promise<unknown[]> {
    const heard: unknown[] = [];
    class Blocked extends EventTarget {
      static readonly CLOSING = 2;
      readyState = 0;
      binaryType = 'blob';
      constructor() {
        super();
        setTimeout(() => {
          this.readyState = 3;
          for (const event of events) this.dispatchEvent(event);
        }, 1);
      }
      close() {}
    }
    createSocketFactory(Blocked as unknown as new (url: string) => WebSocket)('wss://platform.example/ws', {
      opened: () => heard.push('opened'),
      received: text => heard.push(text),
      closed: (code, opened) => heard.push([code, opened]),
    });
    await vi.advanceTimersByTimeAsync(60_000);
    return heard;
  }

  it('[K4] has failed: so Chromium answers a policy of the page that leaves the platform out', async () => {
    expect(await heardOf(new Event('error'))).toEqual([[1006, false]]);
  });

  it('[K4] an error is reported once, with the code of the close that follows', async () => {
    const close = Object.assign(new Event('close'), { code: 1015 });
    expect(await heardOf(new Event('error'), close)).toEqual([[1015, false]]);
  });

  it('[P7] a frame that is no text is handed on as what cannot be read, so that it is told', async () => {
    const data = (data: unknown) => Object.assign(new Event('message'), { data });
    const heard = await heardOf(new Event('open'), data('{}'), data(new Blob(['{}'])), data(new ArrayBuffer(2)));
    expect(heard.slice(0, 2)).toEqual(['opened', '{}']);
    const dropped = heard.slice(2, 4).map(text => decodeServerFrame(`${text}`).dropped);
    expect(dropped).toEqual([['not_json'], ['not_json']]);
  });
});
