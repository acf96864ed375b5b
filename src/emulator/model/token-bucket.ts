/** A token bucket without a clock: each call passes the time. */

import type { Rate } from './options.ts';

export interface Bucket {
  /** Takes a token and returns 0; or returns the milliseconds until there is a token again. */
  take(at: number): number;
}

export function createBucket(rate: Rate, startAt: number): Bucket {
  let level = rate.burst;
  let filledAt = startAt;
  return {
    take(at) {
      level = Math.min(rate.burst, level + (Math.max(0, at - filledAt) / 1000) * rate.perSecond);
      filledAt = Math.max(at, filledAt);
      if (level >= 1) {
        level -= 1;
        return 0;
      }
      return Math.max(1, Math.ceil(((1 - level) / rate.perSecond) * 1000));
    },
  };
}
