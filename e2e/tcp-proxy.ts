/**
 * A bad network for end-to-end tests: a TCP proxy on loopback between the browser and the platform, whose connections can be cut, stalled,
 * slowed and refused. It knows bytes only, neither HTTP nor frames. For mistakes of the platform itself there are the emulator's faults.
 */

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** `up` goes from the browser to the target, `down` comes back. */
export type Direction = 'up' | 'down';

export interface TcpProxy {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Ends every connection at once, including bytes that it still held. Returns their number. New connections are let through. */
  cutAll(): number;
  /** Lets nothing pass any more, not even the end of a connection. Connections stay open, new ones are accepted, and nothing is lost. */
  stall(): void;
  /**
   * With `laterMs`, connections that were open before go on only after that time, even if they were closed: an operating system retransmits
   * unacknowledged data after pauses that double each time.
   */
  resume(laterMs?: number): void;
  /** Limits each connection and direction to so many bytes a second. Null means no limit, which is the default. */
  slow(bytesPerSecond: number | null): void;
  /**
   * Lets exactly `bytes` more pass in this direction, counted over all connections, then cuts the connection that carried the last of them.
   * With 0 it cuts the next connection that carries anything. Cuts once; a new call replaces the previous one.
   */
  cutAfterBytes(bytes: number, direction: Direction): void;
  /** While on, new connections are reset as soon as they are made; open ones go on. */
  refuseNew(on: boolean): void;
  /** The number of connections that are open on either side. */
  connections(): number;
  /** Cuts everything and frees the port. May be called twice. */
  close(): Promise<void>;
}

/** The current state of the network. Every connection reads it again when the bell rings. */
interface Weather {
  stalled: boolean;
  bytesPerSecond: number | null;
  refusing: boolean;
  readonly bytesToCut: Record<Direction, number | null>;
  readonly bell: Bell;
}

/** A connection: the browser's socket and the one to the target. */
interface Pair {
  readonly client: Socket;
  readonly target: Socket;
  cut: boolean;
  stalled: boolean;
}

/** One direction of a connection. */
interface Lane {
  readonly from: Socket;
  readonly to: Socket;
  readonly direction: Direction;
  readonly pair: Pair;
}

/** A slowed connection passes a portion this often. */
const PORTIONS_PER_SECOND = 20;

/** Listens on a free port of 127.0.0.1 and forwards everything to `targetPort`, even if nothing listens there yet. */
export async function startTcpProxy({ targetPort }: { readonly targetPort: number }): Promise<TcpProxy> {
  const weather: Weather = {
    stalled: false,
    bytesPerSecond: null,
    refusing: false,
    bytesToCut: { up: null, down: null },
    bell: createBell(),
  };
  const pairs = new Set<Pair>();
  // Half-open connections pass through, too: one side may have finished sending and still be reading.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, client => {
    if (weather.refusing) client.resetAndDestroy();
    else openPair(client, targetPort, { weather, pairs });
  });
  const port = await listen(server);
  // A connection that cannot be accepted has already failed for its caller; the proxy goes on for the others.
  server.on('error', () => {});
  return { port, ...createControls(weather, pairs), close: createClose(server, weather, pairs) };
}

function createControls(weather: Weather, pairs: Set<Pair>): Omit<TcpProxy, 'port' | 'close'> {
  const change = (changes: Partial<Weather>): void => {
    Object.assign(weather, changes);
    weather.bell.ring();
  };
  return {
    cutAll: () => cutEach(weather, pairs),
    stall() {
      for (const pair of pairs) pair.stalled = true;
      change({ stalled: true });
    },
    resume(laterMs) {
      const go = () => {
        for (const pair of pairs) pair.stalled = false;
        weather.bell.ring();
      };
      change({ stalled: false });
      if (laterMs === undefined) go();
      else setTimeout(go, laterMs);
    },
    slow(bytesPerSecond) {
      if (bytesPerSecond !== null && !(Number.isFinite(bytesPerSecond) && bytesPerSecond > 0)) {
        throw new RangeError('slow: give bytes per second above 0, or null for full speed.');
      }
      change({ bytesPerSecond });
    },
    cutAfterBytes(bytes, direction) {
      if (!Number.isSafeInteger(bytes) || bytes < 0) {
        throw new RangeError('cutAfterBytes: give a whole number of bytes, 0 or more.');
      }
      weather.bytesToCut[direction] = bytes;
    },
    refuseNew: on => change({ refusing: on }),
    connections: () => pairs.size,
  };
}

function createClose(server: Server, weather: Weather, pairs: Set<Pair>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= new Promise(resolve => {
      weather.refusing = true;
      server.close(() => resolve());
      cutEach(weather, pairs);
    });
    return closed;
  };
}

function cutEach(weather: Weather, pairs: Set<Pair>): number {
  const open = [...pairs];
  for (const pair of open) cut(pair, weather);
  pairs.clear();
  return open.length;
}

/** `reset` also reaches a side that has already ended its half, but discards data on the way to it. */
function cut(pair: Pair, { bell }: Weather, how: 'reset' | 'close' = 'reset'): void {
  pair.cut = true;
  for (const socket of [pair.client, pair.target]) {
    if (how === 'reset') socket.resetAndDestroy();
    else socket.destroy();
  }
  bell.ring();
}

function openPair(client: Socket, targetPort: number, { weather, pairs }: { weather: Weather; pairs: Set<Pair> }) {
  const target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  const pair: Pair = { client, target, cut: false, stalled: false };
  pairs.add(pair);
  const gone = async (brokenOff: boolean): Promise<void> => {
    // The other side learns of it, but only when the network lets data through again.
    if (brokenOff) await unstalled(pair, weather);
    if (brokenOff) cut(pair, weather);
    if (client.closed && target.closed) pairs.delete(pair);
  };
  for (const socket of [client, target]) {
    // An error is always followed by `close`, which handles it; without a listener it would end the process.
    socket.on('error', () => {});
    socket.once('close', gone);
  }
  void carry({ from: client, to: target, direction: 'up', pair }, weather);
  void carry({ from: target, to: client, direction: 'down', pair }, weather);
}

/** Carries one direction to its end. Never rejects. */
async function carry(lane: Lane, weather: Weather): Promise<void> {
  const { from, to, pair } = lane;
  try {
    // The iterator reads on only when the last piece has been consumed, which gives backpressure.
    for await (const piece of from.iterator({ destroyOnReturn: false })) {
      if (!(await forward(piece, lane, weather))) return;
    }
    await unstalled(pair, weather);
    if (!pair.cut) to.end();
  } catch {
    // The connection broke off; its `close` event handles the rest.
  }
}

/** Returns false when the connection is over. */
async function forward(bytes: Buffer, lane: Lane, weather: Weather): Promise<boolean> {
  const { to, direction, pair } = lane;
  let rest = bytes;
  while (rest.length > 0) {
    await unstalled(pair, weather);
    if (pair.cut) return false;
    const { bytesPerSecond } = weather;
    const toCut = weather.bytesToCut[direction];
    const size = Math.min(rest.length, toCut ?? rest.length, portion(bytesPerSecond));
    const piece = rest.subarray(0, size);
    rest = rest.subarray(size);
    if (size === toCut) {
      weather.bytesToCut[direction] = null;
      // Cuts only when the system has taken the last byte: destroying a socket discards its buffer.
      to.end(piece, () => cut(pair, weather, 'close'));
      return false;
    }
    if (toCut !== null) weather.bytesToCut[direction] = toCut - size;
    if (!to.write(piece)) await drained(to);
    if (bytesPerSecond !== null) await pause((size / bytesPerSecond) * 1000, pair, weather);
  }
  return true;
}

function portion(bytesPerSecond: number | null): number {
  return bytesPerSecond === null
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.floor(bytesPerSecond / PORTIONS_PER_SECOND));
}

async function unstalled(pair: Pair, weather: Weather): Promise<void> {
  while ((weather.stalled || pair.stalled) && !pair.cut) await weather.bell.rung();
}

/** Ends early if the speed is changed or the connection is cut. */
async function pause(ms: number, pair: Pair, weather: Weather): Promise<void> {
  const { bytesPerSecond, bell } = weather;
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    if (pair.cut || weather.bytesPerSecond !== bytesPerSecond) return;
    await bell.rung(left);
  }
}

/** Resolves when the socket takes more, or never will. */
function drained(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise(resolve => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

interface Bell {
  ring(): void;
  /** Resolves at the next ring, or after `ms`. */
  rung(ms?: number): Promise<void>;
}

function createBell(): Bell {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const wake of [...waiting]) wake();
    },
    rung: ms =>
      new Promise(resolve => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = ms === undefined ? undefined : setTimeout(wake, ms);
        waiting.add(wake);
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
