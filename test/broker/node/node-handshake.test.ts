import { once } from 'node:events';
import { get, globalAgent } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeHandshake } from '../../../src/broker/node/node-handshake.ts';

const TOKEN = 'ACCESS-SECRET';
const QUERY = `access_token=${TOKEN}&session_id=s1`;

const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

interface Peer {
  readonly port: number;
  /** All bytes that came, on any connection. */
  readonly heard: () => Buffer;
  readonly connections: () => number;
  /** Resolves when every connection so far has closed. */
  readonly idle: () => Promise<void>;
}

/** Answers the first bytes of each connection with this text; if it is undefined, never answers. */
async function platform(text: string | undefined, hangUp = false): Promise<Peer> {
  const heard: Buffer[] = [];
  const closed: Promise<unknown>[] = [];
  const server = createServer(socket => {
    sockets.add(socket);
    closed.push(new Promise(resolve => socket.once('close', resolve)));
    socket.on('error', () => {});
    socket.on('data', piece => heard.push(piece));
    socket.once('data', () => {
      if (hangUp) socket.destroy();
      else if (text !== undefined) socket.write(text);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => Buffer.concat(heard),
    connections: () => closed.length,
    idle: async () => {
      await Promise.all(closed);
    },
  };
}

function answer(status: string, headers: readonly string[] = [], body = ''): string {
  return [`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n');
}

function attempt(peer: Peer, signal = new AbortController().signal) {
  return nodeHandshake(`ws://127.0.0.1:${peer.port}/base/ws?${QUERY}`, signal);
}

const UPGRADE = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Accept: x'];

describe('the handshake of the Node shell', () => {
  it('the handshake requests a WebSocket according to RFC 6455, with a new key each time', async () => {
    const peer = await platform(answer('404 Not Found', ['Content-Length: 0']));
    await attempt(peer);
    await attempt(peer);
    const [first = '', second = ''] = peer.heard().toString().split('\r\n\r\n');
    expect(first).toMatch(new RegExp(`^GET /base/ws\\?${QUERY} HTTP/1\\.1\r\n`));
    for (const line of [`Host: 127.0.0.1:${peer.port}`, 'Upgrade: websocket', 'Connection: Upgrade']) {
      expect(first.split('\r\n')).toContain(line);
    }
    expect(first).toContain('Sec-WebSocket-Version: 13');
    const keys = [first, second].map(head => /Sec-WebSocket-Key: (\S+)/.exec(head)?.[1] ?? '');
    expect(keys.map(key => Buffer.from(key, 'base64').length)).toEqual([16, 16]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it.each([
    ['101', answer('101 Switching Protocols', UPGRADE), { status: 101, retryAfter: null }],
    [
      '101 with a first frame behind it',
      answer('101 Switching Protocols', UPGRADE, '\x81\x02{}'),
      { status: 101, retryAfter: null },
    ],
    ['401 with a body', answer('401 Unauthorized', ['Content-Length: 4'], 'nope'), { status: 401, retryAfter: null }],
    ['a body that never ends', answer('503 Down', ['Content-Length: 9000'], 'x'), { status: 503, retryAfter: null }],
    ['Retry-After in seconds', answer('429 Slow', ['Retry-After: 7']), { status: 429, retryAfter: 7 }],
    [
      'Retry-After long ago',
      answer('429 Slow', ['Retry-After: Wed, 21 Oct 2015 07:28:00 GMT']),
      { status: 429, retryAfter: 0 },
    ],
    ['Retry-After in other words', answer('429 Slow', ['Retry-After: soon']), { status: 429, retryAfter: null }],
    ['426 that offers an upgrade', answer('426 Upgrade Required', UPGRADE), { status: 426, retryAfter: null }],
    [
      'early hints first',
      answer('103 Early Hints') + answer('404 Not Found', ['Content-Length: 0']),
      { status: 404, retryAfter: null },
    ],
  ])('the handshake reads %s, and leaves no connection', async (_, text, expected) => {
    const peer = await platform(text);
    expect(await attempt(peer)).toEqual(expected);
    await peer.idle();
    expect(peer.connections()).toBe(1);
  });

  it('the handshake uses a connection of its own, not one that another part of the program keeps alive', async () => {
    const peer = await platform(answer('404 Not Found', ['Content-Length: 0']));
    const other = get({ host: '127.0.0.1', port: peer.port, path: '/' }).on('response', incoming => incoming.resume());
    await once(other, 'close');
    expect(Object.values(globalAgent.freeSockets).flat().length).toBe(1);
    await attempt(peer);
    expect(peer.connections()).toBe(2);
    globalAgent.destroy();
  });

  it('a redirect is not followed, because it would leak the token', async () => {
    const other = await platform(answer('101 Switching Protocols', UPGRADE));
    const peer = await platform(
      answer('302 Found', [`Location: http://127.0.0.1:${other.port}/ws?${QUERY}`, 'Content-Length: 0']),
    );
    expect(await attempt(peer)).toEqual({ status: 302, retryAfter: null });
    expect(other.connections()).toBe(0);
  });

  it.each([
    ['a connection cut before the answer', undefined, true, 'ECONNRESET'],
    ['an answer that is no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n\r\n', false, /^HPE_/],
    ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`, false, 'HPE_HEADER_OVERFLOW'],
  ])('rejects after %s, and leaves no connection', async (_, text, hangUp, code) => {
    const peer = await platform(text, hangUp);
    const error = await attempt(peer).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: typeof code === 'string' ? code : expect.stringMatching(code) });
    await peer.idle();
  });

  it('an aborted attempt rejects and ends its connection', async () => {
    const peer = await platform(undefined);
    const abort = new AbortController();
    const failed = expect(attempt(peer, abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => peer.heard().length).toBeGreaterThan(0);
    abort.abort();
    await failed;
    await peer.idle();
    expect(peer.connections()).toBe(1);
  });

  it('a signal that is aborted already sends nothing', async () => {
    const peer = await platform(undefined);
    await expect(attempt(peer, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(peer.heard().length).toBe(0);
  });

  it('a wss address uses TLS from the first byte, so the token is never sent in clear', async () => {
    const peer = await platform('no TLS');
    const failed = nodeHandshake(`wss://127.0.0.1:${peer.port}/ws?${QUERY}`, new AbortController().signal);
    await expect(failed).rejects.toMatchObject({ code: expect.stringMatching(/SSL|EPROTO/) });
    expect(peer.heard()[0]).toBe(0x16);
    expect(peer.heard().includes(TOKEN)).toBe(false);
  });

  it.each([
    `ws://messaging.example.com/ws?${QUERY}`,
    `ws://127.0.0.1.evil.test/ws?${QUERY}`,
    `ws://localhost@evil.test/ws?${QUERY}`,
    `ftp://localhost/ws?${QUERY}`,
    `wss://`,
  ])('refuses %s without quoting it', async url => {
    const error = await nodeHandshake(url, new AbortController().signal).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'UNSAFE_URL', message: expect.not.stringContaining('SECRET') });
  });
});
