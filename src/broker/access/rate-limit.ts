/** The limit per client address: a window of one minute, counted in memory. */

import type { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { Log, LogFields } from '../log/log.ts';
import { limitKey } from './client-address.ts';

const WINDOW_SECONDS = 60;

/** Addresses counted at once, a few megabytes. One more evicts the address that was seen least recently. */
const MAX_ADDRESSES = 20_000;

export interface RateLimit {
  /** Counts one request. Returns undefined if it may pass, else the seconds until the next may. */
  take(address: unknown): Promise<number | undefined>;
}

export interface RateLimitOptions {
  readonly perMinute: number;
  readonly log: Log;
  /** Fields for the log line of each refusal: the path, and how to fix it. */
  readonly logFields?: LogFields;
  readonly maxAddresses?: number;
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { perMinute, log, logFields, maxAddresses = MAX_ADDRESSES } = options;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
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
        (refusal: RateLimiterRes) => {
          const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          log.warn('rate_limited', { ...logFields, retryAfter });
          return retryAfter;
        },
      );
    },
  };
}
