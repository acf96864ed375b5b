/**
 * The wire between a client and the emulator's brain, under a virtual clock: it takes time, keeps order, and can be cut at any instant,
 * with what was on its way lost in either direction. Nothing here knows what the frames say.
 */

import type { Answer, Api, SocketFactory, SocketHandlers } from '../../src/client/ports.ts';
import type { Output } from '../../src/emulator/core.ts';
import type { Platform } from '../../src/emulator/platform.ts';
import { readAccessToken, readSessionId, type TokenGrant } from '../../src/protocol/rest.ts';
import type { VirtualClock } from './clock.ts';
import type { Dice } from './dice.ts';

export interface Weather {
  /** Longest one-way delay of a frame, in milliseconds. */
  latencyMs: number;
  /** Probability that a handshake fails. */
  refuse: number;
  /** Probability that an HTTP call fails. */
  httpFail: number;
}

export const CALM: Weather = { latencyMs: 40, refuse: 0, httpFail: 0 };

export interface Network {
  readonly api: Api;
  readonly openSocket: SocketFactory;
  weather: Weather;
  /** Performs what the brain puts out, and sees to its next wake-up. */
  perform(outputs: readonly Output[]): void;
  /**
   * Cuts every connection. What is on its way down is lost, what is on its way up arrives with probability `arrives`. With probability
   * `noticed` the client is told; otherwise it finds out when a heartbeat stays unanswered.
   */
  cut(how: { readonly arrives: number; readonly noticed: number }): void;
  /** Sockets that the client holds open or opening. */
  readonly open: number;
  readonly attempts: readonly number[];
  /** Access tokens that the platform has given out. */
  readonly tokensIssued: number;
}

/** As ports.ts promises: a handshake that takes longer is reported as failed. */
const HANDSHAKE_MS = 12_000;

/** How long the broker accepts a ticket. */
const TICKET_MS = 600_000;

interface Wire {
  readonly id: string;
  readonly handlers: SocketHandlers;
  /** The platform accepted the handshake. */
  accepted: boolean;
  /** The client still listens; false after it closed, or was told of the end. */
  listening: boolean;
  /** Frames get through downwards; a cut wire is silent, whether the client knows or not. */
  cut: boolean;
  /** Frames that are under way upwards still arrive. */
  drains: boolean;
  /** When the last frame in each direction arrives: later ones do not overtake it. */
  upAt: number;
  downAt: number;
}

export function createNetwork(
  platform: Platform,
  clock: VirtualClock,
  dice: Dice,
  dialect: TokenGrant['dialect'],
  features: readonly string[] = [],
): Network {
  const wires = new Map<string, Wire>();
  const attempts: number[] = [];
  const tickets = new Map<string, { accessToken: string; expiresAt: number; until: number }>();
  let tokensIssued = 0;
  let ids = 0;
  let cancelWake = () => {};

  const delay = () => dice.between(1, network.weather.latencyMs);

  function wake(): void {
    cancelWake();
    const at = platform.nextWakeAt();
    if (at === null) return;
    cancelWake = clock.after(Math.max(0, at - clock.now()), () => network.perform(platform.wake(clock.now())));
  }

  function deliver(output: Output): void {
    const wire = wires.get(output.socketId);
    if (!wire || wire.cut) return;
    wire.downAt = Math.max(wire.downAt, clock.now() + delay());
    clock.after(wire.downAt - clock.now(), () => {
      if (wire.cut || !wire.listening) return;
      if (output.kind === 'send') wire.handlers.received(output.frame);
      else tellClosed(wire, output.kind === 'close' ? output.code : 1006);
    });
  }

  function sendUp(wire: Wire, text: string): boolean {
    if (!wire.accepted || !wire.listening) return false;
    // Into a dead connection: the browser takes it, and nobody ever gets it.
    if (wire.cut) return true;
    wire.upAt = Math.max(wire.upAt, clock.now() + delay());
    clock.after(wire.upAt - clock.now(), () => {
      if (!wire.cut || wire.drains) network.perform(platform.receive(clock.now(), wire.id, text));
    });
    return true;
  }

  function tellClosed(wire: Wire, code: number): void {
    if (!wire.listening) return;
    wire.listening = false;
    wires.delete(wire.id);
    wire.handlers.closed(code, wire.accepted);
  }

  /** The platform learns of an end after what was on its way up, or right away when that is lost. */
  function tellPlatform(wire: Wire): void {
    const at = wire.drains ? Math.max(wire.upAt, clock.now()) + 1 : clock.now() + 1;
    clock.after(at - clock.now(), () => {
      wire.drains = false;
      network.perform(platform.socketClosed(clock.now(), wire.id));
    });
  }

  function handshake(wire: Wire, query: URLSearchParams): void {
    if (wire.cut) return;
    const refused = dice.chance(network.weather.refuse);
    const result = platform.openSocket(clock.now(), {
      socketId: wire.id,
      accessToken: refused ? 'refused' : query.get('access_token'),
      sessionId: query.get('session_id'),
      cursor: query.get('cursor'),
    });
    if (!result.ok) {
      tellClosed(wire, 1006);
      return;
    }
    wire.accepted = true;
    // `open` comes before the first frame, as in a browser.
    wire.handlers.opened();
    network.perform(result.outputs);
  }

  const openSocket: SocketFactory = (url, handlers) => {
    const wire: Wire = {
      id: `w${++ids}`,
      handlers,
      accepted: false,
      listening: true,
      cut: false,
      drains: true,
      upAt: 0,
      downAt: 0,
    };
    attempts.push(clock.now());
    wires.set(wire.id, wire);
    clock.after(delay(), () => handshake(wire, new URL(url).searchParams));
    clock.after(HANDSHAKE_MS, () => {
      if (!wire.accepted) tellClosed(wire, 1006);
    });
    return {
      send: text => sendUp(wire, text),
      close() {
        if (!wire.listening) return;
        wire.listening = false;
        wires.delete(wire.id);
        if (!wire.cut) tellPlatform(wire);
        wire.cut = true;
      },
    };
  };

  async function call<T>(serve: () => Answer<T>): Promise<Answer<T>> {
    await new Promise<void>(resolve => void clock.after(delay(), resolve));
    return dice.chance(network.weather.httpFail) ? { ok: false, failure: { kind: 'network' } } : serve();
  }

  /** What the broker answers: the token, and a ticket that is good for ten minutes. */
  function granted(accessToken: string, expiresAt: number): Answer<TokenGrant> {
    const resumeTicket = `ticket-${tickets.size + 1}`;
    tickets.set(resumeTicket, { accessToken, expiresAt, until: clock.now() + TICKET_MS });
    const expiresIn = Math.floor((expiresAt - clock.now()) / 1000);
    const messagingUrl = 'https://platform.example';
    return { ok: true, value: { accessToken, expiresIn, messagingUrl, dialect, resumeTicket, features } };
  }

  function resume(ticket: string): Answer<TokenGrant> {
    const token = tickets.get(ticket);
    if (!token || token.until <= clock.now() || token.expiresAt <= clock.now()) {
      return { ok: false, failure: { kind: 'ticket_refused' } };
    }
    return granted(token.accessToken, token.expiresAt);
  }

  const api: Api = {
    fetchToken: ticket =>
      call(() => {
        if (ticket !== undefined) return resume(ticket);
        const answer = platform.accessToken(clock.now(), { connectorToken: 'demo-connector', host: 'localhost' });
        const token = readAccessToken(answer.body);
        if (!token) return { ok: false, failure: { kind: 'unavailable' } };
        tokensIssued += 1;
        return granted(token.accessToken, clock.now() + token.expiresIn * 1000);
      }),
    probe: (sessionId, ticket) =>
      call(() => {
        const token = tickets.get(ticket);
        if (!token || token.until <= clock.now()) return { ok: false, failure: { kind: 'ticket_refused' } };
        const socketId = `probe${++ids}`;
        const result = platform.openSocket(clock.now(), {
          socketId,
          accessToken: token.accessToken,
          sessionId,
          cursor: null,
        });
        if (!result.ok) return { ok: true, value: { status: result.status } };
        network.perform(platform.socketClosed(clock.now(), socketId));
        return { ok: true, value: { status: 101 } };
      }),
    createSession: (grant, options) =>
      call(() => {
        const answer = platform.createSession(clock.now(), {
          authorization: `Bearer ${grant.accessToken}`,
          body: JSON.stringify({ streaming_enabled: options.streaming }),
        });
        const value = readSessionId(answer.body);
        if (value !== undefined) return { ok: true, value };
        return { ok: false, failure: { kind: answer.status === 401 ? 'unauthorized' : 'unavailable' } };
      }),
  };

  const network: Network = {
    api,
    openSocket,
    weather: CALM,
    attempts,
    get tokensIssued() {
      return tokensIssued;
    },
    perform(outputs) {
      for (const output of outputs) deliver(output);
      wake();
    },
    cut({ arrives, noticed }) {
      for (const wire of [...wires.values()]) {
        if (wire.cut) continue;
        wire.cut = true;
        wire.drains = dice.chance(arrives);
        tellPlatform(wire);
        if (dice.chance(noticed)) clock.after(delay(), () => tellClosed(wire, 1006));
      }
    },
    get open() {
      return [...wires.values()].filter(wire => wire.listening).length;
    },
  };
  return network;
}
