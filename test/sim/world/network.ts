/**
 * The sockets between pages and the emulator's brain, on a virtual clock: frames take time, keep their order, and can be cut at any
 * instant, which loses everything that is on its way in either direction. Nothing here knows the contents of frames. For HTTP see
 * broker.ts.
 */

import type { SocketFactory, SocketHandlers } from '../../../src/client/api/ports.ts';
import type { Platform } from '../../../src/emulator/platform.ts';
import type { Output } from '../../../src/emulator/store/state.ts';
import type { VirtualClock } from './clock.ts';
import type { Dice } from './dice.ts';
import type { Page } from './page.ts';

export interface Weather {
  /** Longest one-way delay of a frame, in milliseconds. */
  latencyMs: number;
  /** Probability that a handshake fails. */
  refuse: number;
  /** Probability that an HTTP call fails. */
  httpFail: number;
}

export const CALM: Weather = { latencyMs: 40, refuse: 0, httpFail: 0 };

/** Callbacks for the sockets of one page. */
export interface Watch {
  opening(accessToken: string): void;
  sent(text: string): void;
}

export interface JoinLeft {
  readonly session: string;
  readonly sentAt: number;
  readonly goneAt: number;
}

export interface Network {
  /** A factory for the sockets of one page. */
  connect(page: Page, watch: Watch): SocketFactory;
  weather: Weather;
  online: boolean;
  /** Performs the brain's outputs, and schedules its next wake-up. */
  perform(outputs: readonly Output[]): void;
  /**
   * Cuts every connection. Frames on their way down are lost; those on their way up arrive with probability `arrives`. With probability
   * `noticed` the client is told; otherwise it finds out when a heartbeat gets no echo.
   */
  cut(how: { readonly arrives: number; readonly noticed: number }): void;
  /**
   * For so long nothing gets through, and nobody is told. Frames sent meanwhile are not lost: operating systems retransmit them after
   * pauses that double each time. So they may arrive long after the network is back, even after the page has closed the connection.
   */
  hole(ms: number): void;
  /** How much longer nothing gets through. */
  holeLeftMs(): number;
  /** The page is gone: its connections end, and frames that it had sent arrive with probability `arrives`. */
  leave(page: Page, arrives: number): void;
  /** Another tab has taken the join lock from this page by force. */
  robbed(page: Page): void;
  /** Requests to join of pages that have gone, or have lost the lock, since. */
  readonly joinsLeft: readonly JoinLeft[];
  /** The number of sockets that this page holds, open or opening. */
  open(page: Page): number;
  /** The one-way delay of the next item. */
  delayMs(): number;
}

/** A handshake that takes longer is reported as failed, as ports.ts promises. */
const HANDSHAKE_MS = 12_000;
/** First pauses of an operating system before it retransmits. */
const AGAIN_MS = 200;
const HANDSHAKE_AGAIN_MS = 1_000;
/** After this time an operating system gives up on the data of a closed connection. */
const ORPHAN_MS = 102_200;
const JOIN = /EVENT_TYPE_REQUEST_[A-Z]+_AGENT_JOIN/;

/** One direction of a connection. */
interface Way {
  /** When the last frame arrives. Later frames do not overtake it. */
  at: number;
  /** When the first frame that has not arrived yet was sent. */
  since: number;
}

interface Wire {
  readonly id: string;
  readonly page: Page;
  readonly watch: Watch;
  readonly handlers: SocketHandlers;
  readonly session: string;
  /** The platform accepted the handshake. */
  accepted: boolean;
  /** True until the page or the platform has closed it. */
  held: boolean;
  closedByPage: boolean;
  /** No frame gets through downwards any more, even if the client has not noticed. */
  cut: boolean;
  /** Frames on their way up still arrive. */
  drains: boolean;
  readonly up: Way;
  readonly down: Way;
}

export function createNetwork(platform: Platform, clock: VirtualClock, dice: Dice): Network {
  const wires = new Map<string, Wire>();
  const joinsLeft: JoinLeft[] = [];
  /** Requests to join by the page that sent them. They outlive their socket: a page that is put away closes it before it is gone. */
  const joinsSent = new Map<Page, { session: string; sentAt: number }>();
  let ids = 0;
  let cancelWake = () => {};
  let holeUntil = 0;

  const delayMs = () => dice.between(1, network.weather.latencyMs);

  /** Returns when a frame gets through that is first sent at `since`. */
  function through(since: number, againMs: number): number {
    let at = since;
    for (let pause = againMs; at < holeUntil; pause *= 2) at += pause;
    return at;
  }

  /** Sends one more frame this way. Returns the milliseconds until it arrives. */
  function goes(way: Way): number {
    const now = clock.now();
    if (way.at <= now) way.since = now;
    way.at = Math.max(way.at, now, through(way.since, AGAIN_MS)) + delayMs();
    return way.at - now;
  }

  function wake(): void {
    cancelWake();
    const at = platform.nextWakeAt();
    if (at === null) return;
    cancelWake = clock.after(Math.max(0, at - clock.now()), () => network.perform(platform.wake(clock.now())));
  }

  function deliver(output: Output): void {
    if (!('socketId' in output)) return;
    const wire = wires.get(output.socketId);
    if (!wire || wire.cut) return;
    clock.after(goes(wire.down), () => {
      if (wire.cut || !wire.held) return;
      if (output.kind === 'send') tell(wire, () => wire.handlers.received(output.frame));
      else tellClosed(wire, output.kind === 'close' ? output.code : 1006);
    });
  }

  /** A page that has closed a socket is told nothing more, not even of frames that came while the page was stopped. */
  function tell(wire: Wire, what: () => void): void {
    wire.page.task(() => {
      if (!wire.closedByPage) what();
    });
  }

  function sendUp(wire: Wire, text: string): boolean {
    if (!wire.accepted || !wire.held) return false;
    wire.watch.sent(text);
    if (JOIN.test(text)) joinsSent.set(wire.page, { session: wire.session, sentAt: clock.now() });
    // The connection is dead: the browser accepts the frame, and nobody ever receives it.
    if (wire.cut) return true;
    const ms = goes(wire.up);
    const { since } = wire.up;
    clock.after(ms, () => {
      const givenUp = !wire.held && clock.now() - since > ORPHAN_MS;
      if (givenUp || (wire.cut && !wire.drains)) return;
      network.perform(platform.receive(clock.now(), wire.id, text));
    });
    return true;
  }

  function tellClosed(wire: Wire, code: number): void {
    if (!wire.held) return;
    letGo(wire);
    tell(wire, () => wire.handlers.closed(code, wire.accepted));
  }

  function letGo(wire: Wire): void {
    wire.held = false;
    wires.delete(wire.id);
  }

  /** Tells the platform of an end: after the frames on their way up, or at once if those are lost. */
  function tellPlatform(wire: Wire): void {
    const at = wire.drains ? Math.max(wire.up.at, clock.now()) + 1 : clock.now() + 1;
    clock.after(at - clock.now(), () => {
      wire.drains = false;
      network.perform(platform.socketClosed(clock.now(), wire.id));
    });
  }

  function handshake(wire: Wire, query: URLSearchParams): void {
    if (wire.cut || !wire.held) return;
    const refused = dice.chance(network.weather.refuse);
    const result = platform.openSocket(clock.now(), {
      socketId: wire.id,
      accessToken: refused ? 'refused' : query.get('access_token'),
      sessionId: query.get('session_id'),
      cursor: query.get('cursor'),
    });
    if (!result.ok) {
      network.perform(result.outputs);
      tellClosed(wire, 1006);
      return;
    }
    wire.accepted = true;
    // `open` comes before the first frame, as in a browser.
    tell(wire, () => wire.handlers.opened());
    network.perform(result.outputs);
  }

  function open(page: Page, watch: Watch, url: string, handlers: SocketHandlers): Wire {
    ids += 1;
    const query = new URL(url).searchParams;
    const wire: Wire = {
      id: `w${ids}`,
      session: query.get('session_id') ?? '',
      page,
      watch,
      handlers,
      accepted: false,
      held: true,
      closedByPage: false,
      cut: !network.online,
      drains: true,
      up: { at: 0, since: 0 },
      down: { at: 0, since: 0 },
    };
    watch.opening(query.get('access_token') ?? '');
    wires.set(wire.id, wire);
    const ms = through(clock.now(), HANDSHAKE_AGAIN_MS) - clock.now() + delayMs();
    clock.after(ms, () => (network.online ? handshake(wire, query) : tellClosed(wire, 1006)));
    clock.after(HANDSHAKE_MS, () => {
      if (!wire.accepted) tellClosed(wire, 1006);
    });
    return wire;
  }

  function end(wire: Wire): void {
    letGo(wire);
    if (!wire.cut) tellPlatform(wire);
    wire.cut = true;
  }

  const network: Network = {
    connect: (page, watch) => (url, handlers) => {
      const wire = open(page, watch, url, handlers);
      return {
        send: text => sendUp(wire, text),
        close() {
          wire.closedByPage = true;
          if (wire.held) end(wire);
        },
      };
    },
    weather: CALM,
    joinsLeft,
    online: true,
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
        if (dice.chance(noticed)) clock.after(delayMs(), () => tellClosed(wire, 1006));
      }
    },
    hole(ms) {
      holeUntil = clock.now() + ms;
    },
    holeLeftMs: () => Math.max(0, holeUntil - clock.now()),
    robbed(page) {
      const sent = joinsSent.get(page);
      if (sent) joinsLeft.push({ ...sent, goneAt: clock.now() });
      joinsSent.delete(page);
    },
    leave(page, arrives) {
      network.robbed(page);
      for (const wire of [...wires.values()]) {
        if (wire.page !== page) continue;
        wire.drains = wire.drains && dice.chance(arrives);
        end(wire);
      }
    },
    open: page => [...wires.values()].filter(wire => wire.page === page).length,
    delayMs,
  };
  return network;
}
