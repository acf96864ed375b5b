/**
 * The HTTP side of the world, on a virtual clock: a broker with tokens, tickets and probes in front of the emulator's brain, and the
 * platform's sessions call. Answers take time, get lost, or are refusals. For sockets see network.ts.
 */

import type { ChatCalls } from '../../../src/browser/chat/chat-calls.ts';
import type { Answer, Api } from '../../../src/client/api/ports.ts';
import type { HttpAnswer } from '../../../src/emulator/model/access-tokens.ts';
import type { Output } from '../../../src/emulator/store/state.ts';
import { type ProbeAnswer, readAccessToken, readSessionId, type TokenGrant } from '../../../src/protocol/http-api.ts';
import type { CallFailure } from '../../../src/session/state/inputs.ts';
import { createFakeChatCalls, type Ledger } from './chat-calls.ts';
import type { VirtualClock } from './clock.ts';
import type { Dice } from './dice.ts';
import type { FragilePlatform } from './fragile-platform.ts';
import type { Page } from './page.ts';

/** Status 0: no answer at all, and the page gives up. Status 520: an answer in place of the broker's, which the page cannot read. */
export interface Trouble {
  readonly status: 0 | 403 | 429 | 502 | 503 | 520;
  readonly retryAfter: number;
  readonly times: number;
}

export interface Broker {
  /** The calls of one page; `attempted` is called with each. */
  connect(page: Page, attempted: (call: Call) => void): Api;
  /** The Chat calls of one page. */
  chat(page: Page): ChatCalls;
  /** Conversations over Chat, as the platform has them. */
  readonly ledger: Ledger;
  /** Gives this answer to the next calls. */
  trouble(trouble: Trouble): void;
  calm(): void;
  /** A ticket of a visitor of another site. */
  foreignTicket(): string;
  /** The answer of a broker that does not check a ticket's origin; undefined for tickets of this site. */
  grantElsewhere(ticket: string): Answer<TokenGrant> | undefined;
  /** The token of this ticket, or the last one of this page, was given up for a good reason. */
  dropToken(of: string | Page): void;
  /** True if this ticket leads to a token that still works. */
  isGood(ticket: string): boolean;
  /** True if this token was given to a visitor of this site, with or without a ticket. */
  isOwn(accessToken: string): boolean;
}

export type Call =
  | { readonly kind: 'token'; readonly ticket: string | undefined }
  | { readonly kind: 'session' | 'probe' };

export interface BrokerOptions {
  readonly dialect: TokenGrant['dialect'];
  readonly features: readonly string[];
  /** How long a ticket is valid. */
  readonly ticketMs: number;
  /** One-way delay of the next call, in milliseconds. */
  readonly delayMs: () => number;
  /** True if the next call fails on the network. */
  readonly fails: () => boolean;
  /** True while nothing gets through and nobody is told. */
  readonly swallowed: () => boolean;
  /** The browser has a network. */
  readonly online: () => boolean;
  /** Performs the brain's outputs. */
  readonly perform: (outputs: readonly Output[]) => void;
}

/** After so long a page no longer accepts an answer. */
const CALL_MS = 15_000;

interface Ticket {
  readonly accessToken: string;
  readonly expiresAt: number;
  readonly until: number;
  readonly origin: 'here' | 'elsewhere';
  /** The conversation over Chat that it names. */
  readonly chat?: string | undefined;
}

const PLACE = 'https://platform.example';

const fail = <T>(kind: CallFailure['kind'], retryAfter?: number): Answer<T> => ({
  ok: false,
  failure: retryAfter === undefined ? { kind } : { kind, retryAfterMs: retryAfter * 1000 },
});

const SILENCE: Answer<never> = fail('network');

export function createBroker(
  platform: FragilePlatform,
  clock: VirtualClock,
  dice: Dice,
  options: BrokerOptions,
): Broker {
  const tickets = new Map<string, Ticket>();
  const own = new Set<string>();
  const dropped = new Set<string>();
  const inUse = new Map<Page, string>();
  const ledger: Ledger = new Map();
  let troubles: Trouble[] = [];
  let probes = 0;

  /** Sends a call there and back; it can be lost either way. */
  function call<T>(page: Page, serve: () => Answer<T>, late?: () => void): Promise<Answer<T>> {
    return new Promise(resolve => {
      const answer = (given: Answer<T>, ms: number) => clock.after(ms, () => page.task(() => resolve(given)));
      if (!options.online()) {
        answer(fail('network'), 1);
        return;
      }
      if (options.swallowed()) {
        late?.();
        answer(fail('network'), CALL_MS);
        return;
      }
      const lost = options.fails() ? dice.pick(['there', 'back'] as const) : null;
      clock.after(options.delayMs(), () => {
        const given = lost === 'there' ? undefined : serve();
        if (lost === 'there') late?.();
        if (!given || lost) answer(fail('network'), options.delayMs());
        else answer(given, given === SILENCE ? CALL_MS : options.delayMs());
      });
    });
  }

  function nextTrouble(): Trouble | undefined {
    const [first, ...rest] = troubles;
    if (!first) return undefined;
    troubles = first.times > 1 ? [{ ...first, times: first.times - 1 }, ...rest] : rest;
    return first;
  }

  function struck<T>(): Answer<T> | undefined {
    const first = nextTrouble();
    if (!first) return undefined;
    if (first.status === 0) return SILENCE;
    if (first.status === 520) return fail('network');
    if (first.status === 403) return fail('origin_not_allowed');
    if (first.status === 502) return fail('rejected');
    return fail(first.status === 429 ? 'rate_limited' : 'unavailable', first.retryAfter);
  }

  function grant(
    accessToken: string,
    expiresAt: number,
    origin: Ticket['origin'] = 'here',
    chat?: string,
  ): Answer<TokenGrant> {
    const resumeTicket = keep(accessToken, expiresAt, origin, chat);
    if (origin === 'here') own.add(accessToken);
    const expiresIn = Math.max(1, Math.floor((expiresAt - clock.now()) / 1000));
    const { dialect, features } = options;
    return { ok: true, value: { accessToken, expiresIn, messagingUrl: PLACE, dialect, resumeTicket, features } };
  }

  function keep(accessToken: string, expiresAt: number, origin: Ticket['origin'], chat?: string): string {
    const ticket = `ticket-${tickets.size + 1}`;
    tickets.set(ticket, { accessToken, expiresAt, until: clock.now() + options.ticketMs, origin, chat });
    return ticket;
  }

  /** Undefined for a ticket that is too old, of another origin, or never issued. Nobody learns which. */
  function open(ticket: string): Ticket | undefined {
    const kept = tickets.get(ticket);
    return kept?.origin === 'here' && kept.until > clock.now() && kept.expiresAt > clock.now() ? kept : undefined;
  }

  function mint(): { readonly token: string; readonly expiresAt: number } | HttpAnswer {
    const answer = platform.accessToken(clock.now(), { connectorToken: 'demo-connector', host: 'localhost' });
    const token = readAccessToken(answer.body);
    return token ? { token: token.accessToken, expiresAt: clock.now() + token.expiresIn * 1000 } : answer;
  }

  /** Tries the handshake as the broker does, and closes the socket. */
  function look(accessToken: string, sessionId: string): ProbeAnswer {
    probes += 1;
    const socketId = `probe-${probes}`;
    const result = platform.openSocket(clock.now(), { socketId, accessToken, sessionId, cursor: null });
    options.perform(result.outputs);
    if (result.ok) {
      options.perform(platform.socketClosed(clock.now(), socketId));
      return { status: 101 };
    }
    const { status, retryAfter } = result;
    return { status, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }

  function newToken(): Answer<TokenGrant> {
    const minted = mint();
    if ('status' in minted) return ofPlatform(minted, 'rejected');
    return grant(minted.token, minted.expiresAt);
  }

  function oldToken(ticket: string): Answer<TokenGrant> {
    const kept = open(ticket);
    return kept ? grant(kept.accessToken, kept.expiresAt, 'here', kept.chat) : fail('ticket_refused');
  }

  return {
    connect: (page, attempted) => ({
      fetchToken(ticket) {
        attempted({ kind: 'token', ticket });
        return call(page, () => {
          const answer = struck<TokenGrant>() ?? (ticket === undefined ? newToken() : oldToken(ticket));
          if (answer.ok) inUse.set(page, answer.value.accessToken);
          return answer;
        });
      },
      probe(sessionId, ticket) {
        attempted({ kind: 'probe' });
        return call(page, () => {
          const trouble = struck<never>();
          if (trouble) return trouble;
          const kept = open(ticket);
          return kept ? { ok: true, value: look(kept.accessToken, sessionId) } : fail('ticket_refused');
        });
      },
      revoke(ticket) {
        const token = tickets.get(ticket)?.accessToken;
        // Given up from now on, even if the request is slow or lost.
        if (token !== undefined) dropped.add(token);
        void call(page, () => {
          for (const [name, kept] of tickets) if (kept.accessToken === token) tickets.set(name, { ...kept, until: 0 });
          return SILENCE;
        });
      },
      createSession({ accessToken }, { streaming }) {
        attempted({ kind: 'session' });
        return call(page, () => {
          const body = JSON.stringify({ streaming_enabled: streaming });
          const answer = platform.createSession(clock.now(), { authorization: `Bearer ${accessToken}`, body });
          const value = readSessionId(answer.body);
          if (value === undefined) return ofPlatform(answer, 'unauthorized');
          return { ok: true, value };
        });
      },
    }),
    ledger,
    chat: page =>
      createFakeChatCalls(
        {
          ...{ platform, clock, dice, ledger, call },
          struck: nextTrouble,
          open(ticket) {
            const kept = open(ticket);
            return kept && (kept.chat ?? '');
          },
          rename(ticket, id) {
            const kept = open(ticket);
            return kept ? keep(kept.accessToken, kept.expiresAt, 'here', id) : '';
          },
        },
        page,
      ),
    trouble: trouble => void troubles.push(trouble),
    calm: () => {
      troubles = [];
    },
    foreignTicket() {
      const minted = mint();
      return 'status' in minted ? 'no-ticket' : keep(minted.token, minted.expiresAt, 'elsewhere');
    },
    grantElsewhere(ticket) {
      const kept = tickets.get(ticket);
      return kept?.origin === 'elsewhere' ? grant(kept.accessToken, kept.expiresAt, 'elsewhere') : undefined;
    },
    dropToken(of) {
      const token = typeof of === 'string' ? tickets.get(of)?.accessToken : inUse.get(of);
      if (token !== undefined) dropped.add(token);
    },
    isGood: ticket => !dropped.has(open(ticket)?.accessToken ?? '') && open(ticket) !== undefined,
    isOwn: accessToken => own.has(accessToken),
  };
}

/** Turns a failed call to the platform into the page's failure. A 401 means something else to the broker than to a page. */
function ofPlatform<T>({ status, retryAfter }: HttpAnswer, for401: CallFailure['kind']): Answer<T> {
  if (status === 429) return fail('rate_limited', retryAfter);
  if (status >= 500) return fail('unavailable', retryAfter);
  return fail(status === 401 ? for401 : 'rejected');
}
