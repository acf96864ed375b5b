/** A clock that moves only when told. Timers fire in the order of their times, and equal ones in the order in which they were set. */

import type { Clock } from '../../../src/client/api/ports.ts';

export interface VirtualClock extends Clock {
  /** Moves time on and fires the timers that fall due. */
  advance(ms: number): void;
  /** Simulates a page that was busy for so long: timers that fall due fire late, at the end. */
  stall(ms: number): void;
  /** The time of the next timer, or null. */
  nextAt(): number | null;
  /** The number of timers that are set. */
  readonly size: number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  /** Undefined once it is cancelled: the timer then stays in the heap until it comes up. */
  fire: (() => void) | undefined;
}

const before = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order);

export function createVirtualClock(start = 1_700_000_000_000): VirtualClock {
  /** A binary heap: a storm sets far more timers than it lets fire. */
  const heap: Timer[] = [];
  let now = start;
  let order = 0;
  let size = 0;

  function earliest(): Timer | undefined {
    while (heap[0] && !heap[0].fire) pop(heap);
    return heap[0];
  }

  const clock: VirtualClock = {
    now: () => now,
    after(ms, fire) {
      const timer: Timer = { at: now + Math.max(0, ms), order: order++, fire };
      push(heap, timer);
      size += 1;
      return () => {
        if (!timer.fire) return;
        timer.fire = undefined;
        size -= 1;
      };
    },
    advance(ms) {
      const until = now + ms;
      for (let timer = earliest(); timer?.fire && timer.at <= until; timer = earliest()) {
        const { fire } = timer;
        pop(heap);
        timer.fire = undefined;
        size -= 1;
        now = Math.max(now, timer.at);
        fire();
      }
      now = until;
    },
    stall(ms) {
      now += ms;
      clock.advance(0);
    },
    nextAt: () => earliest()?.at ?? null,
    get size() {
      return size;
    },
  };
  return clock;
}

function push(heap: Timer[], timer: Timer): void {
  let place = heap.push(timer) - 1;
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = heap[above];
    if (!parent || before(parent, timer)) break;
    heap[place] = parent;
    place = above;
  }
  heap[place] = timer;
}

function pop(heap: Timer[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let place = 0;
  for (;;) {
    const left = heap[2 * place + 1];
    const right = heap[2 * place + 2];
    const child = left && right && before(right, left) ? right : left;
    if (!child || before(last, child)) break;
    heap[place] = child;
    place = 2 * place + (child === right ? 2 : 1);
  }
  heap[place] = last;
}
