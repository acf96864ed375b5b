/** Ports for tests: a virtual clock, an API that answers when told, and sockets that record what is done to them. */

import type { Answer, EnvironmentSignal, Ports, SocketHandlers } from '../../src/client/api/ports.ts';
import { serverEventToWire } from '../../src/protocol/encode.ts';
import type { ServerEvent } from '../../src/protocol/events.ts';
import type { ProbeAnswer, TokenGrant } from '../../src/protocol/http-api.ts';
import { createVirtualClock } from '../sim/clock.ts';
import { createFakeStorage } from '../sim/fake-storage.ts';

export const SECRET = 'the-access-token';
export const TICKET = 'the-resume-ticket';

export const GRANT: TokenGrant = {
  accessToken: SECRET,
  expiresIn: 3600,
  messagingUrl: 'https://platform.example',
  dialect: 'service',
  resumeTicket: TICKET,
  features: [],
};

export interface FakeSocket {
  readonly url: string;
  readonly sent: string[];
  open: boolean;
  closed: boolean;
  /** The handshake succeeds. */
  accept(): void;
  say(...events: readonly ServerEvent[]): void;
  raw(text: string): void;
  /** The other side, or the network, ends it. */
  drop(code?: number): void;
  /** Types of the frames sent, in order. */
  types(): string[];
  /** Answers the latest heartbeat. */
  pong(): void;
}

export interface FakePortsOptions {
  /** Default none: nothing outlives the page. */
  readonly storage?: boolean;
  /** Default true. */
  readonly online?: boolean;
}

export function fakePorts({ storage = false, online = true }: FakePortsOptions = {}) {
  const clock = createVirtualClock();
  const kept = createFakeStorage(clock, { delayMs: () => 1 });
  const network = { online };
  const sockets: FakeSocket[] = [];
  const warnings: { code: string; message: string }[] = [];
  const listeners = new Set<(signal: EnvironmentSignal) => void>();
  const tokens: ((answer: Answer<TokenGrant>) => void)[] = [];
  /** The ticket of each token call. */
  const tickets: (string | undefined)[] = [];
  const sessions: ((answer: Answer<string>) => void)[] = [];
  const probes: ((answer: Answer<ProbeAnswer>) => void)[] = [];
  let ids = 0;
  const ports: Ports = {
    clock,
    random: { uuid: () => `id-${++ids}`, fraction: () => 0.5 },
    openSocket: (url, handlers) => {
      const socket = fakeSocket(url, handlers);
      sockets.push(socket);
      return {
        send: text => {
          if (socket.open) socket.sent.push(text);
          return socket.open;
        },
        close: () => {
          socket.open = false;
          socket.closed = true;
        },
      };
    },
    api: {
      fetchToken(ticket) {
        tickets.push(ticket);
        return new Promise(resolve => tokens.push(resolve));
      },
      probe: () => new Promise(resolve => probes.push(resolve)),
      createSession: () => new Promise(resolve => sessions.push(resolve)),
    },
    environment: {
      get online() {
        return network.online;
      },
      deviceType: 'desktop',
      subscribe: listen => {
        listeners.add(listen);
        return () => void listeners.delete(listen);
      },
    },
    log: { warn: (code, message) => warnings.push({ code, message }) },
    ...(storage ? { storage: kept.open() } : {}),
  };
  return {
    ports,
    clock,
    kept,
    network,
    sockets,
    warnings,
    listeners,
    tokens,
    tickets,
    sessions,
    probes,
    signal: (signal: EnvironmentSignal) => {
      for (const listen of listeners) listen(signal);
    },
    /** Lets time pass, promises included; by default long enough for the storage. */
    async pass(ms = 10) {
      const until = clock.now() + ms;
      await settled();
      for (let at = clock.nextAt(); at !== null && at <= until; at = clock.nextAt()) {
        clock.advance(at - clock.now());
        await settled();
      }
      clock.advance(until - clock.now());
      await settled();
    },
    async answerToken(answer: Answer<TokenGrant> = { ok: true, value: GRANT }) {
      tokens.shift()?.(answer);
      await settled();
    },
    async answerSession(answer: Answer<string> = { ok: true, value: 'session-1' }) {
      sessions.shift()?.(answer);
      await settled();
    },
    latest: (): FakeSocket => {
      const socket = sockets.at(-1);
      if (!socket) throw new Error('no socket was opened');
      return socket;
    },
  };
}

export type FakeWorld = ReturnType<typeof fakePorts>;

/** Lets promise callbacks run; nothing in them waits for time. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

function fakeSocket(url: string, handlers: SocketHandlers): FakeSocket {
  const parsed = () => socket.sent.map(text => JSON.parse(text));
  const socket: FakeSocket = {
    url,
    sent: [],
    open: false,
    closed: false,
    accept() {
      socket.open = true;
      handlers.opened();
    },
    say: (...events) => {
      for (const event of events) socket.raw(JSON.stringify(serverEventToWire(event, 'service')));
    },
    raw: text => {
      if (!socket.closed) handlers.received(text);
    },
    drop(code = 1006) {
      const opened = socket.open;
      socket.open = false;
      if (!socket.closed) handlers.closed(code, opened);
    },
    types: () => parsed().map(frame => frame.type),
    pong() {
      const beat = parsed().findLast(frame => frame.type === 'EVENT_TYPE_HEARTBEAT');
      socket.raw(JSON.stringify({ ...beat, id: `pong-${Math.random()}`, sequence: null }));
    },
  };
  return socket;
}
