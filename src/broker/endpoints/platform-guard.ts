/**
 * Protects an overloaded platform (a circuit breaker). Makes no call until the time given in a Retry-After. After five failures in a row, makes no
 * call for ten seconds; then the call of a single visitor tests whether the platform is back. Makes at most 250 calls at the same time. Other
 * visitors get an error at once instead of waiting in a queue.
 */

import type { Log } from '../log/log.ts';

const MAX_CALLS = 250;
const MAX_FAILURES = 5;
const PAUSE_SECONDS = 10;

/** Seconds to wait if there is no room for another call. */
const BUSY_SECONDS = 1;

export interface Guarded {
  /** True if the platform failed, false if it answered properly; undefined if the visitor left before either was known. */
  readonly hasFailed: boolean | undefined;
  /** Seconds of the platform's Retry-After; 0 without one. */
  readonly retryAfter: number;
}

export interface PlatformGuard {
  /** Makes the call, or returns the seconds until the platform may be called again. */
  run<T extends Guarded>(call: () => Promise<T>): Promise<T | number>;
}

export function createPlatformGuard({ now, log }: { readonly now: () => number; readonly log: Log }): PlatformGuard {
  let heldUntil = 0;
  let failures = 0;
  let running = 0;

  function note({ hasFailed, retryAfter }: Guarded): void {
    const wasPaused = failures >= MAX_FAILURES;
    if (hasFailed === true) failures += 1;
    if (hasFailed === false) failures = 0;
    const isPaused = failures >= MAX_FAILURES;
    if (isPaused && !wasPaused) log.warn('upstream_paused', { seconds: PAUSE_SECONDS });
    if (wasPaused && !isPaused) log.info('upstream_back');
    const seconds = isPaused ? Math.max(PAUSE_SECONDS, retryAfter) : retryAfter;
    heldUntil = Math.max(heldUntil, now() + seconds * 1_000);
  }

  return {
    async run(call) {
      const heldMs = heldUntil - now();
      if (heldMs > 0) return Math.ceil(heldMs / 1_000);
      if (running >= (failures >= MAX_FAILURES ? 1 : MAX_CALLS)) return BUSY_SECONDS;
      running += 1;
      try {
        const made = await call();
        note(made);
        return made;
      } finally {
        running -= 1;
      }
    },
  };
}
