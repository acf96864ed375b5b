/**
 * Counters of the rate limits over a sliding minute. A minute is estimated from two fixed ones: the requests of the current one, and those of the
 * previous one in proportion to the part of it that still lies within the last 60 s.
 */

/** Largest number of counters of one minute in memory: a few megabytes. */
const MAX_COUNTERS = 100_000;

export interface Counter {
  readonly key: string;
  /** Requests per minute. */
  readonly limit: number;
}

/** Requests that were counted before. */
export interface Use {
  readonly current: number;
  readonly previous: number;
}

/** A point in time: the number of the fixed minute, and the part of it that has passed, from 0 up to, not including, 1. */
export interface Moment {
  readonly minute: number;
  readonly passed: number;
}

/** Holds the counters of the rate limits. Replicas that share one have their limits in common. */
export interface CounterStore {
  /**
   * Adds one to every counter, or to none if one of them has reached its limit. Returns the use of each before. Never rejected: without its store an
   * implementation counts in memory.
   */
  take(counters: readonly Counter[], moment: Moment): Promise<readonly Use[]>;
  /**
   * Remembers a key for so many seconds from `now` (milliseconds since 1970); returns false if it is remembered already. So each solved challenge
   * counts once. Never rejected. Without this function each process remembers them in its own memory.
   */
  spend?(key: string, seconds: number, now: number): Promise<boolean>;
}

/** A store with all functions. */
export type FullCounterStore = Required<CounterStore>;

/** Returns the estimated requests of the last 60 s. */
export function countRecent({ current, previous }: Use, { passed }: Moment): number {
  return Math.floor(previous * (1 - passed)) + current;
}

/**
 * Counts in memory. Refused requests are not counted, and no counter is removed before its time, so strangers cannot push one out that has reached its
 * limit. Beyond `maxCounters` new ones are not counted; the limit on all requests together bounds these.
 */
export function createMemoryCounters(maxCounters = MAX_COUNTERS): FullCounterStore {
  let minute = Number.NEGATIVE_INFINITY;
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  /** Key → the time until which it is remembered, oldest first. */
  const spent = new Map<string, number>();

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
    async spend(key, seconds, now) {
      if ((spent.get(key) ?? 0) > now) return false;
      for (const [oldest, until] of spent) {
        if (until > now && spent.size < maxCounters) break;
        spent.delete(oldest);
      }
      spent.set(key, now + seconds * 1_000);
      return true;
    },
  };
}

function isUsedUp(use: Use | undefined, limit: number, moment: Moment): boolean {
  return use !== undefined && countRecent(use, moment) >= limit;
}
