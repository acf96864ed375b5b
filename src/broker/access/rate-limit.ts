/** The limit per client address: a window of one minute, counted in memory. */

import type { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { Log, LogFields } from '../log/log.ts';
import { limitKey } from './client-address.ts';

const WINDOW_SECONDS = 60;
const DAY_MS = 86_400_000;

/** Addresses counted at once, a few megabytes. One more evicts the address that was seen least recently. */
const MAX_ADDRESSES = 20_000;

export interface RateLimit {
  /** Counts one request. Returns undefined if it may pass, else the seconds until the next may. */
  take(address: unknown): Promise<number | undefined>;
}

export interface RateLimitOptions {
  readonly perMinute: number;
  readonly log: Log;
  /** Returns milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Fields for the log line of each refusal: the path, and how to fix it. */
  readonly logFields?: LogFields;
  readonly maxAddresses?: number;
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { perMinute, log, now = Date.now, logFields, maxAddresses = MAX_ADDRESSES } = options;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const pseudonymOf = createPseudonyms(now);
  // A Set keeps the order of insertion, so its first entry is the address seen least recently.
  const seen = new Set<string>();
  let warned = false;

  async function remember(key: string): Promise<void> {
    seen.delete(key);
    seen.add(key);
    const [oldest] = seen;
    if (seen.size <= maxAddresses || oldest === undefined) return;
    seen.delete(oldest);
    await limiter.delete(oldest);
  }

  /** Requests without an address share one allowance: a shared limit is noticed, a missing one is not. */
  function warnOnce(): void {
    if (warned) return;
    warned = true;
    const mend = "pass the client's address as fetch(request, { address }); until then all clients share one allowance";
    log.warn('address_unknown', { mend });
  }

  return {
    async take(address) {
      const key = limitKey(address);
      if (key === 'unknown') warnOnce();
      await remember(key);
      return limiter.consume(key).then(
        () => undefined,
        async (refusal: RateLimiterRes) => {
          const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          log.warn('rate_limited', { ...logFields, client: await pseudonymOf(key), retryAfter });
          return retryAfter;
        },
      );
    },
  };
}

/**
 * Returns a function from an address to a name for the log: 8 characters of a hash with a salt that changes daily and is not stored. Within a day
 * lines of one client have the same name, and no name leads back to an address.
 */
function createPseudonyms(now: () => number): (address: string) => Promise<string> {
  let day = Number.NaN;
  let salt = new Uint8Array();
  return async address => {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) {
      day = today;
      salt = crypto.getRandomValues(new Uint8Array(16));
    }
    const bytes = new Uint8Array([...salt, ...new TextEncoder().encode(address)]);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return btoa(String.fromCharCode(...hash.subarray(0, 6)))
      .replaceAll('+', '-')
      .replaceAll('/', '_');
  };
}
