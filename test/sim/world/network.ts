/**
 * The sockets between pages and the emulator's brain, under a virtual clock: frames take time, keep their order, and can be cut at any
 * instant, with what was on its way lost in either direction. Nothing here knows what the frames say. HTTP is broker.ts.
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

/** What happens on the sockets of one page, for those who watch. */
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
  /** Sockets as one page opens them. */
  connect(page: Page, watch: Watch): SocketFactory;
  weather: Weather;
  online: boolean;
  /** Performs what the brain puts out, and sees to its next wake-up. */
  perform(outputs: readonly Output[]): void;
  /**
   * Cuts every connection. What is on its way down is lost, what is on its way up arrives with probability `arrives`. With probability
   * `noticed` the client is told; otherwise it finds out when a heartbeat stays unanswered.
   */
  cut(how: { readonly arrives: number; readonly noticed: number }): void;
  /**
   * For so long nothing gets through, and nobody is told. What is sent meanwhile is not lost: systems send it again and again, each time after
   * twice the time, and so it may arrive long after the network is back, and after the page has closed the connection, too.
   */
  hole(ms: number): void;
  /** How long nothing gets through yet. */
  holeLeftMs(): number;
  /** The page is gone: its connections end, and what it had sent arrives with probability `arrives`. */
  leave(page: Page, arrives: number): void;
  /** Another tab has taken the join lock from this page by force. */
  robbed(page: Page): void;
  /** Join requests of pages that have gone, or have lost the lock, since. */
  readonly joinsLeft: readonly JoinLeft[];
  /** Sockets that this page holds open or opening. */
  open(page: Page): number;
  /** One-way delay of the next thing, in milliseconds. */
  delayMs(): number;
}

/** As ports.ts promises: a handshake that takes longer is reported as failed. */
const HANDSHAKE_MS = 12_000;
/** First pauses of a system before it sends again what nobody acknowledges. */
const AGAIN_MS = 200;
const HANDSHAKE_AGAIN_MS = 1_000;
/** A system gives up on what is left of a closed connection. */
const ORPHAN_MS = 102_200;
const JOIN = /EVENT_TYPE_REQUEST_[A-Z]+_AGENT_JOIN/;

/** One direction of a connection. */
interface Way {
  /** When the last frame arrives: later ones do not overtake it. */
  at: number;
  /** When the first of those that have not arrived yet was sent. */
  since: number;
}

interface Wire {
  readonly id: string;
  readonly page: Page;
  readonly watch: Watch;
  readonly handlers: SocketHandlers;
  readonly session: string;
  joinSentAt?: number;
  /** The platform accepted the handshake. */
  accepted: boolean;
  /** The page still has it; false after it closed, or after its end. */
  held: boolean;
  closedByPage: boolean;
  /** Frames get through downwards; a cut wire is silent, whether the client knows or not. */
  cut: boolean;
  /** Frames that are under way upwards still arrive. */
  drains: boolean;
  readonly up: Way;
  readonly down: Way;
}

export function createNetwork(platform: Platform, clock: VirtualClock, dice: Dice): Network {
  const wires = new Map<string, Wire>();
  const joinsLeft: JoinLeft[] = [];
  let ids = 0;
  let cancelWake = () => {};
  let holeUntil = 0;

  const delayMs = () => dice.between(1, network.weather.latencyMs);

  /** When that gets through which is tried at `since` for the first time. */
  function through(since: number, againMs: number): number {
    let at = since;
    for (let pause = againMs; at < holeUntil; pause *= 2) at += pause;
    return at;
  }

  /** Sends one more frame this way, and says in how many milliseconds it arrives. */
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

  /** A page that has closed a socket hears nothing of it, not even what came while it stood still. */
  function tell(wire: Wire, what: () => void): void {
    wire.page.task(() => {
      if (!wire.closedByPage) what();
    });
  }

  function sendUp(wire: Wire, text: string): boolean {
    if (!wire.accepted || !wire.held) return false;
    wire.watch.sent(text);
    if (JOIN.test(text)) wire.joinSentAt = clock.now();
    // Into a dead connection: the browser takes it, and nobody ever gets it.
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

  /** The platform learns of an end after what was on its way up, or right away when that is lost. */
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
      for (const { page: its, session, joinSentAt: sentAt } of wires.values())
        if (its === page && sentAt !== undefined) joinsLeft.push({ session, sentAt, goneAt: clock.now() });
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
