/** Both ends of a proxied connection: a target that records its input, and clients. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../e2e/tcp-proxy.ts';

export interface End {
  readonly socket: Socket;
  /** All bytes that have come so far. */
  heard(): Buffer;
  text(): string;
  /** True if the other side has ended its half. */
  ended(): boolean;
  closed(): boolean;
  /** The code of the error with which it ended. */
  error(): string | undefined;
}

export interface Target {
  readonly port: number;
  /** Connections in the order in which they were made. */
  readonly ends: readonly End[];
  close(): Promise<void>;
}

const PATIENCE = { timeout: 20_000, interval: 5 };

const open: { close(): Promise<void> }[] = [];
const clients = new Set<Socket>();

export function closeAllAfterEach(): void {
  afterEach(async () => {
    for (const socket of clients) socket.destroy();
    clients.clear();
    await Promise.all(open.splice(0).map(each => each.close()));
  });
}

function createEnd(socket: Socket): End {
  const pieces: Buffer[] = [];
  let ended = false;
  let error: string | undefined;
  clients.add(socket);
  socket.on('data', piece => pieces.push(piece));
  socket.once('end', () => {
    ended = true;
  });
  socket.on('error', (reason: NodeJS.ErrnoException) => {
    error = reason.code;
  });
  return {
    socket,
    heard: () => Buffer.concat(pieces),
    text: () => Buffer.concat(pieces).toString(),
    ended: () => ended,
    closed: () => socket.closed,
    error: () => error,
  };
}

/** A server that records its input and, unless `echo` is false, sends it back. */
export async function startTarget({ echo = true, allowHalfOpen = false } = {}): Promise<Target> {
  const ends: End[] = [];
  const server = createServer({ allowHalfOpen, noDelay: true }, socket => {
    ends.push(createEnd(socket));
    if (echo) socket.on('data', piece => socket.write(piece));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target: Target = {
    port: (server.address() as AddressInfo).port,
    ends,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const { socket } of ends) socket.destroy();
      }),
  };
  open.push(target);
  return target;
}

export async function startProxy(targetPort: number): Promise<TcpProxy> {
  const proxy = await startTcpProxy({ targetPort });
  open.push(proxy);
  return proxy;
}

/** Connects a client, to the proxy or directly to the target. */
export async function dial(port: number, { allowHalfOpen = false } = {}): Promise<End> {
  const end = createEnd(connect({ port, host: '127.0.0.1', allowHalfOpen, noDelay: true }));
  await once(end.socket, 'connect');
  return end;
}

/** Bytes that reveal their order: no two positions within 64 KB look alike. */
export function pattern(length: number): Buffer {
  const bytes = Buffer.alloc(length + 4);
  for (let at = 0; at < length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  return bytes.subarray(0, length);
}

/** Waits until anything that can pass the proxy has passed, measured in round trips beside the proxy and not by a clock. */
export async function roundTrips(target: Target, count = 20): Promise<void> {
  const { socket } = await dial(target.port);
  for (let trip = 0; trip < count; trip += 1) {
    socket.write('x');
    await once(socket, 'data');
  }
  socket.destroy();
}

/** Waits for the condition. */
export function soon<T>(look: () => T) {
  return expect.poll(look, PATIENCE);
}

export async function start(options: Parameters<typeof startTarget>[0] = {}) {
  const target = await startTarget(options);
  return { target, proxy: await startProxy(target.port) };
}

/** A client whose first words have come back, so that the connection works from end to end. */
export async function dialThrough(port: number): Promise<End> {
  const client = await dial(port);
  client.socket.write('hi');
  await soon(client.text).toBe('hi');
  return client;
}
