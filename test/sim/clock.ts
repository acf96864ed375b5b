/** Time that moves only when told: timers fire in the order of their instants, and in the order of their setting where those are equal. */

import type { Clock } from '../../src/client/ports.ts';

export interface VirtualClock extends Clock {
  /** Moves time on, firing what falls due on the way. */
  advance(ms: number): void;
  /** Instant of the next timer, or null. */
  nextAt(): number | null;
  /** Timers that are set now. */
  readonly size: number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

export function createVirtualClock(start = 1_700_000_000_000): VirtualClock {
  const timers = new Set<Timer>();
  let now = start;
  let order = 0;

  function earliest(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  }

  return {
    now: () => now,
    after(ms, fire) {
      const timer: Timer = { at: now + Math.max(0, ms), order: order++, fire };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (let timer = earliest(); timer && timer.at <= until; timer = earliest()) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.fire();
      }
      now = until;
    },
    nextAt: () => earliest()?.at ?? null,
    get size() {
      return timers.size;
    },
  };
}
