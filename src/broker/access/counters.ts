/**
 * Counts requests of the last 60 s for the rate limits. The number is an estimate from two calendar minutes: all requests of the current minute,
 * and the share of the previous minute's requests that falls within the last 60 s.
 */

/** Largest number of counters of one minute in memory: a few megabytes. */
const MAX_COUNTERS = 100_000;

export interface Counter {
  readonly key: string;
  /** Requests per minute. */
  readonly limit: number;
}

/** Requests counted so far in the current minute and in the previous one. */
export interface Use {
  readonly current: number;
  readonly previous: number;
}

/** A point in time: the number of the calendar minute, and the part of it that has passed, at least 0 and less than 1. */
export interface Moment {
  readonly minute: number;
  readonly passed: number;
}

/** Holds the counters of the rate limits. Replicas that use the same store share their limits. */
export interface CounterStore {
  /**
   * Adds one to every counter, or to none if one of them has reached its limit. Returns the use of each counter before this request. Never rejects:
   * an implementation that cannot reach its database counts in memory.
   */
  take(counters: readonly Counter[], moment: Moment): Promise<readonly Use[]>;
}

/** Returns the estimated requests of the last 60 s. */
export function countRecent({ current, previous }: Use, { passed }: Moment): number {
  return Math.floor(previous * (1 - passed)) + current;
}

/**
 * Counts in memory. Refused requests are not counted. No counter is removed early, because strangers could otherwise get rid of a counter that has
 * reached its limit. Keeps at most `maxCounters` counters. Requests without a counter are still limited by the limit on all requests together.
 */
export function createMemoryCounters(maxCounters = MAX_COUNTERS): CounterStore {
  let minute = Number.NEGATIVE_INFINITY;
  let current = new Map<string, number>();
  let previous = new Map<string, number>();

  function turnTo(next: number): void {
    if (next <= minute) return;
    previous = next === minute + 1 ? current : new Map();
    current = new Map();
    minute = next;
  }

  return {
    async take(counters, moment) {
      turnTo(moment.minute);
      const uses = counters.map(({ key }) => ({ current: current.get(key) ?? 0, previous: previous.get(key) ?? 0 }));
      if (counters.some(({ limit }, place) => isUsedUp(uses[place], limit, moment))) return uses;
      for (const { key } of counters) {
        const count = current.get(key);
        if (count !== undefined || current.size < maxCounters) current.set(key, (count ?? 0) + 1);
      }
      return uses;
    },
  };
}

function isUsedUp(use: Use | undefined, limit: number, moment: Moment): boolean {
  return use !== undefined && countRecent(use, moment) >= limit;
}
