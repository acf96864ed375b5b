/**
 * Spares a platform in trouble. It is not called before the time that it has named, nor for ten seconds after five failed attempts in a row (a circuit
 * breaker; then one visitor's call is the trial), and never by more than 250 visitors at the same time. Nobody waits in a queue.
 */

import type { Log } from '../log/log.ts';

const MAX_CALLS = 250;
const MAX_FAILURES = 5;
const PAUSE_SECONDS = 10;

/** Seconds to wait if there is no room for another call. */
const BUSY_SECONDS = 1;

export interface Guarded {
  /** True if the platform failed, false if it answered properly; undefined if neither is known, because the visitor has left. */
  readonly hasFailed: boolean | undefined;
  /** Seconds for which the platform wants no calls. */
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
