/**
 * Notices that this page stood still: blocked by a long task, or stopped in the background without any event. Another tab may have taken the
 * conversation meanwhile, and that message may be delivered only behind others that have waited. What is done about it is sharing.ts.
 */

import type { Clock } from './ports.ts';

/** While something goes on, the page shows itself that it runs this often, in milliseconds … */
const BEAT_MS = 300;
/** … and has stood still when it did not for so long: more than in the background, where timers wait for a whole second, and less than
 * the other tabs wait before they take the conversation. */
export const STILL_MS = 1_400;
/** Beats after the last sign that something goes on. */
const BEATS = 5;
/** What came in while the page stood still is there by then. */
export const NEWS_MS = 100;

export interface Pulse {
  /** Asked before anything is done: whether the page stood still until just now. `dueAt`: when it was to be done, if that was planned. */
  stoodStill(dueAt?: number): boolean;
  /** Something else says that it did. */
  doubt(): void;
  stop(): void;
}

export function createPulse(clock: Clock, isBusy: () => boolean): Pulse {
  let cancel: (() => void) | undefined;
  let ranAt = 0;
  let left = 0;
  let doubtUntil = 0;

  function look(dueAt = Number.POSITIVE_INFINITY): boolean {
    const now = clock.now();
    if ((cancel && now - ranAt > STILL_MS) || now - dueAt > STILL_MS) doubtUntil = now + NEWS_MS;
    ranAt = now;
    // Not one that ends later than it may: the clock was set back.
    return now < doubtUntil && doubtUntil <= now + NEWS_MS;
  }

  function beat(): void {
    look();
    left = isBusy() ? BEATS : left - 1;
    cancel = left > 0 ? clock.after(BEAT_MS, beat) : undefined;
  }

  return {
    stoodStill(dueAt) {
      const doubt = look(dueAt);
      left = BEATS;
      cancel ??= clock.after(BEAT_MS, beat);
      return doubt;
    },
    doubt() {
      doubtUntil = clock.now() + NEWS_MS;
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
