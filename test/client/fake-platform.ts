/**
 * Broker and platform in one, as little of both as conversations in several tabs need: tokens and tickets, sessions that belong to a token,
 * their history, echoes and joining. Everything takes the same short while. Whoever needs faults, scripts or bad weather finds them in
 * src/emulator and test/sim.
 */

import type { Answer, Api, SocketFactory, SocketHandlers } from '../../src/client/api/ports.ts';
import { decodeClientFrame } from '../../src/protocol/decode.ts';
import { encodeBatch, encodeServerEvent } from '../../src/protocol/encode.ts';
import type { ClientEvent, ServerEvent, ServerEventBody } from '../../src/protocol/events.ts';
import type { TokenGrant } from '../../src/protocol/http-api.ts';
import type { CallFailure } from '../../src/session/state/inputs.ts';
import type { VirtualClock } from '../sim/clock.ts';
import type { Page } from '../sim/page.ts';

export const SECRET = 'the-access-token';
export const TICKET = 'the-resume-ticket';

const TICKET_LIFE_MS = 10 * 60_000;
/** One way, in milliseconds. */
const WAY_MS = 10;

interface Session {
  readonly id: string;
  readonly token: string;
  readonly log: ServerEvent[];
  joins: number;
}

interface Wire {
  readonly page: Page;
  readonly session: Session;
  readonly handlers: SocketHandlers;
  open: boolean;
}

export interface FakePlatform {
  /** Calls and sockets for one page, which work while there is a network. */
  connect(page: Page, online: () => boolean): { readonly api: Api; readonly openSocket: SocketFactory };
  /** The ticket of each token call, in order. */
  readonly tokenCalls: readonly (string | undefined)[];
  readonly sessions: readonly Session[];
  /** Texts of the visitor's messages as they were taken, over all sessions. */
  readonly taken: readonly string[];
  /** Sockets that are open now, and the most there ever were at once. */
  readonly open: number;
  readonly mostOpen: number;
  /** How many times an agent was asked to join, over all sessions. */
  readonly joins: number;
  /** The agent says something in the latest session. */
  say(text: string): void;
  /** The platform says something about itself there. */
  warn(message: string): void;
  /** Messages are taken, and their echoes are lost. */
  mute: boolean;
  /** What pages send is lost. */
  deaf: boolean;
  /** What the broker answers instead of a token. */
  refusal: CallFailure | undefined;
  /** The network cuts what this page has open. */
  cut(page: Page): void;
}

export function createFakePlatform(clock: VirtualClock): FakePlatform {
  const tokenCalls: (string | undefined)[] = [];
  const sessions: Session[] = [];
  const taken: string[] = [];
  const tickets = new Map<string, { readonly token: string; readonly until: number }>();
  const wires = new Set<Wire>();
  let tokens = 0;
  let transients = 0;
  let mostOpen = 0;

  const openOnes = () => [...wires].filter(wire => wire.open);

  async function answer<T>(page: Page, online: boolean, serve: () => Answer<T>): Promise<Answer<T>> {
    if (!online) return page.promise(Promise.resolve({ ok: false, failure: { kind: 'network' } }));
    const later = new Promise<Answer<T>>(resolve => {
      clock.after(WAY_MS, () => {
        const given = serve();
        clock.after(WAY_MS, () => resolve(given));
      });
    });
    return page.promise(later);
  }

  function grant(ticket: string | undefined): Answer<TokenGrant> {
    if (platform.refusal) return { ok: false, failure: platform.refusal };
    const kept =
      ticket === undefined ? { token: `${SECRET}-${++tokens}`, until: clock.now() + 1 } : tickets.get(ticket);
    if (!kept || kept.until <= clock.now()) return { ok: false, failure: { kind: 'ticket_refused' } };
    const resumeTicket = `${TICKET}-${tickets.size + 1}`;
    tickets.set(resumeTicket, { token: kept.token, until: clock.now() + TICKET_LIFE_MS });
    const place = { messagingUrl: 'https://platform.example', dialect: 'service', features: [] } as const;
    return { ok: true, value: { ...place, accessToken: kept.token, expiresIn: 3600, resumeTicket } };
  }

  function append(session: Session, body: ServerEventBody, custom: Record<string, string> = {}): void {
    const sequence = session.log.length + 1;
    const event = { id: `${session.id}-${sequence}`, sequence, timestamp: clock.now(), custom, ...body };
    session.log.push(event);
    for (const wire of wires) if (wire.session === session) deliver(wire, encodeServerEvent(event, 'service'));
  }

  function deliver(wire: Wire, text: string): void {
    clock.after(WAY_MS, () => wire.page.task(() => wire.open && wire.handlers.received(text)));
  }

  function close(wire: Wire, code: number): void {
    clock.after(WAY_MS, () =>
      wire.page.task(() => {
        if (!wires.delete(wire)) return;
        const opened = wire.open;
        wire.open = false;
        wire.handlers.closed(code, opened);
      }),
    );
  }

  function hear(wire: Wire, event: ClientEvent): void {
    const { session } = wire;
    const custom = { ...event.custom };
    if (event.type === 'HEARTBEAT') {
      const echo = { id: `t${++transients}`, sequence: null, timestamp: clock.now(), custom, type: event.type };
      deliver(wire, encodeServerEvent(echo, 'service'));
    } else if (event.type === 'REQUEST_AGENT_JOIN') {
      session.joins += 1;
      append(session, { type: event.type }, custom);
      append(session, { type: 'AGENT_JOINED', agentName: 'Fern' });
    } else if (event.type === 'USER_MESSAGE') {
      taken.push(event.text);
      if (!platform.mute)
        append(session, { type: event.type, text: event.text, messageId: `u${taken.length}` }, custom);
    } else if (event.type === 'USER_END_SESSION') {
      append(session, { type: 'SESSION_END', reason: 'user-end' });
      for (const each of wires) if (each.session === session) close(each, 1000);
    }
  }

  function openSocket(page: Page, online: boolean, url: string, handlers: SocketHandlers): ReturnType<SocketFactory> {
    const query = new URL(url).searchParams;
    const session = sessions.find(each => each.id === query.get('session_id'));
    if (!session) throw new Error(`no such session: ${url}`);
    const wire: Wire = { page, session, handlers, open: false };
    wires.add(wire);
    clock.after(WAY_MS, () => {
      if (!wires.has(wire)) return;
      if (!online || query.get('access_token') !== session.token) close(wire, 1006);
      else page.task(() => accept(wire, Number(query.get('cursor') ?? 0)));
    });
    return {
      send(text) {
        const decoded = decodeClientFrame(text);
        if (wire.open && decoded.ok && !platform.deaf) clock.after(WAY_MS, () => hear(wire, decoded.event));
        return wire.open;
      },
      close() {
        wires.delete(wire);
        wire.open = false;
      },
    };
  }

  function accept(wire: Wire, cursor: number): void {
    if (!wires.has(wire)) return;
    wire.open = true;
    mostOpen = Math.max(mostOpen, openOnes().length);
    wire.handlers.opened();
    deliver(wire, encodeBatch(wire.session.log.slice(cursor), 'service'));
  }

  const platform: FakePlatform = {
    connect: (page, online) => ({
      api: {
        fetchToken(ticket) {
          tokenCalls.push(ticket);
          return answer(page, online(), () => grant(ticket));
        },
        probe: () => answer(page, online(), () => ({ ok: false, failure: { kind: 'rejected' } })),
        createSession: ({ accessToken }) =>
          answer(page, online(), () => {
            const session = { id: `session-${sessions.length + 1}`, token: accessToken, log: [], joins: 0 };
            sessions.push(session);
            const capabilities = {
              streaming: true,
              maxMessageBytes: 131_072,
              maxReconnectAttempts: 10,
              heartbeatSeconds: 30,
            };
            append(session, { type: 'SESSION_START', capabilities });
            return { ok: true, value: session.id };
          }),
      },
      openSocket: (url, handlers) => openSocket(page, online(), url, handlers),
    }),
    tokenCalls,
    sessions,
    taken,
    get open() {
      return openOnes().length;
    },
    get mostOpen() {
      return mostOpen;
    },
    get joins() {
      return sessions.reduce((sum, session) => sum + session.joins, 0);
    },
    say(text) {
      const session = sessions.at(-1);
      if (!session) throw new Error('nobody to talk to');
      const none = { attachments: [], suggestions: [], callActions: [] };
      append(session, { type: 'AGENT_MESSAGE', messageId: `m${session.log.length}`, text, ...none });
    },
    warn(message) {
      const session = sessions.at(-1);
      if (session) append(session, { type: 'SYSTEM_MESSAGE', message, level: 'warning' });
    },
    mute: false,
    deaf: false,
    refusal: undefined,
    cut(page) {
      for (const wire of [...wires]) {
        if (wire.page !== page) continue;
        if (page.gone) wire.open = !wires.delete(wire);
        else close(wire, 1006);
      }
    },
  };
  return platform;
}
