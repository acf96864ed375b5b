/**
 * Limits the requests per minute of an address, of its network, of an origin, and in total. For a signed-in visitor, a limit of its own replaces
 * the first two. A program can forge the origin, so only the total stops somebody with many networks.
 */

import type { Log } from '../log/log.ts';
import { limitKeys } from './client-address.ts';
import { type CounterStore, countRecent, type Moment, type Use } from './counters.ts';

const MINUTE_MS = 60_000;
const MINUTE_SECONDS = 60;
const UNUSED: Use = { current: 0, previous: 0 };

/** Requests per minute, in the order in which they are checked. */
export interface Ceilings {
  /** Limit of a signed-in visitor, which replaces the limits of address and network. */
  readonly subject: number;
  readonly address: number;
  readonly network: number;
  readonly origin: number;
  readonly all: number;
}

type CeilingName = keyof Ceilings;

export interface Asker {
  readonly address: unknown;
  readonly origin: string;
  /** Hash of the signed-in visitor's subject. */
  readonly subject?: string | undefined;
  readonly log: Log;
}

export interface Verdict {
  readonly refused: { readonly ceiling: CeilingName; readonly retryAfter: number } | undefined;
  /** True if the request is within all ceilings, but not within the requested share of one. It has then not been counted. */
  readonly heldBack: boolean;
  /**
   * `RateLimit` and `RateLimit-Policy` for the address or the signed-in visitor. They describe another ceiling only if that one refuses the
   * request, because its use concerns only the operator.
   */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RateLimit {
  /** Counts one request, unless it is refused or `share` (0 to 1, default 1) of a ceiling is used up. */
  take(asker: Asker, share?: number): Promise<Verdict>;
}

export interface RateLimitOptions {
  /** The path, as a name for the counters and the log. */
  readonly path: string;
  readonly ceilings: Ceilings;
  /** Advice for the log on how to raise each limit. */
  readonly mends: Readonly<Record<CeilingName, string>>;
  readonly counters: CounterStore;
  readonly now: () => number;
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { path, ceilings, mends, counters: store, now } = options;
  let warned = false;

  /** Warns once that requests without an address share one limit. They are still limited, because nobody would notice a missing limit. */
  function warnOnce(log: Log): void {
    if (warned) return;
    warned = true;
    const mend = "pass the client's address as fetch(request, { address }); until then all clients share one allowance";
    log.warn('address_unknown', { mend });
  }

  return {
    async take({ address, origin, subject, log }, share = 1) {
      const keys = limitKeys(address);
      if (keys.network === undefined && subject === undefined) warnOnce(log);
      const own = subject === undefined ? keys : { address: undefined, network: undefined };
      const ids: Readonly<Record<CeilingName, string | undefined>> = { subject, ...own, origin, all: '' };
      const names = (Object.keys(ceilings) as CeilingName[]).filter(name => ids[name] !== undefined);
      const counters = names.map(name => ({
        key: `${path}|${name}|${ids[name]}`,
        limit: Math.ceil(ceilings[name] * share),
      }));
      const at = now() / MINUTE_MS;
      const moment: Moment = { minute: Math.floor(at), passed: at - Math.floor(at) };
      const uses = await store.take(counters, moment);
      const states = names.map((name, place) => stateOf(uses[place] ?? UNUSED, ceilings[name], moment));
      const place = states.findIndex(({ left }) => left <= 0);
      const name = names[Math.max(0, place)] ?? 'address';
      const { left, freeIn } = states[Math.max(0, place)] ?? { left: 0, freeIn: MINUTE_SECONDS };
      if (place === -1) {
        const resetIn = Math.ceil((1 - moment.passed) * MINUTE_SECONDS);
        const heldBack = counters.some(({ limit }, nth) => countRecent(uses[nth] ?? UNUSED, moment) >= limit);
        const headers = headersOf(name, ceilings[name], heldBack ? left : left - 1, resetIn);
        return { refused: undefined, heldBack, headers };
      }
      log.warn('rate_limited', { path, ceiling: name, retryAfter: freeIn, mend: mends[name] });
      const headers = headersOf(name, ceilings[name], 0, freeIn);
      return { refused: { ceiling: name, retryAfter: freeIn }, heldBack: false, headers };
    },
  };
}

/** Returns the number of requests left, and the seconds until one is possible again. */
function stateOf(use: Use, limit: number, moment: Moment): { left: number; freeIn: number } {
  const room = limit - use.current;
  // Minutes from the beginning of the current minute until enough of the counted requests are older than a minute.
  const freeAt = room > 0 ? 1 - room / use.previous : 2 - limit / use.current;
  // Adds a little, because exactly at that moment the estimate still equals the limit.
  const freeIn = Math.max(1, Math.ceil((freeAt - moment.passed) * MINUTE_SECONDS + 0.001));
  return { left: limit - countRecent(use, moment), freeIn };
}

/** Returns the header fields of draft-ietf-httpapi-ratelimit-headers. `r` is the number of requests left, `t` the seconds until there are more. */
function headersOf(name: CeilingName, quota: number, left: number, seconds: number): Record<string, string> {
  return {
    RateLimit: `"${name}";r=${left};t=${seconds}`,
    'RateLimit-Policy': `"${name}";q=${quota};w=${MINUTE_SECONDS}`,
  };
}
