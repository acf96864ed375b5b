/**
 * The event loop of one page: timers and tasks that run, stand still while the page is stopped, and never come again once it is gone.
 * What runs in it is tab.ts; why it stops is world.ts.
 */

import type { Clock } from '../../../src/client/api/ports.ts';
import type { VirtualClock } from './clock.ts';

export interface Page {
  /** The page's own timers. */
  readonly clock: Clock;
  readonly stopped: boolean;
  readonly gone: boolean;
  /** In the background: timers fire on whole seconds only. */
  hidden: boolean;
  /** Timers that are set now. */
  readonly timers: number;
  /** When the page was last let go on after a stop; timers before that instant came late. */
  readonly wentOnAt: number;
  /** When it was stopped last. */
  readonly stoodFrom: number;
  /** Something happens to the page: now, when it runs again, or never. */
  task(work: () => void): void;
  /** A promise that is answered in the page's own time. */
  promise<T>(work: Promise<T>): Promise<T>;
  stop(): void;
  /**
   * What fell due meanwhile happens now. `late`: timers that were due, too; otherwise all timers go on where they stood, as on machines
   * whose clock for timers sleeps with them. `timersFirst`: before what came from outside.
   */
  go(how: { readonly late: boolean; readonly timersFirst: boolean }): void;
  /** Stops dead: nothing that it has begun goes on. */
  kill(): void;
}

interface Timer {
  dueAt: number;
  readonly fire: () => void;
  cancel: () => void;
}

const BACKGROUND_MS = 1_000;

export function createPage(world: VirtualClock): Page {
  const timers = new Set<Timer>();
  let waiting: (() => void)[] = [];
  /** Timers that the stop caught. */
  let halted: Timer[] = [];
  let stoppedAt: number | null = null;

  function set(timer: Timer): void {
    timer.cancel();
    timer.cancel = world.after(timer.dueAt - world.now(), () => due(timer));
  }

  function due(timer: Timer): void {
    const beyond = world.now() % BACKGROUND_MS;
    if (page.hidden && beyond > 0) {
      timer.dueAt = world.now() + BACKGROUND_MS - beyond;
      set(timer);
      return;
    }
    timers.delete(timer);
    timer.fire();
  }

  function restartTimers(sleptMs: number): void {
    const still = halted.filter(timer => timers.has(timer));
    halted = [];
    for (const timer of still.sort((a, b) => a.dueAt - b.dueAt)) {
      timer.dueAt += sleptMs;
      set(timer);
    }
  }

  /** One by one, so that what each brings about comes before the next. */
  function drain(then: () => void): void {
    world.after(0, () => {
      if (page.stopped || page.gone) return;
      waiting.shift()?.();
      if (waiting.length > 0) drain(then);
      else then();
    });
  }

  const page: Mutable<Page> = {
    clock: {
      now: world.now,
      after(ms, fire) {
        const timer: Timer = { dueAt: world.now() + Math.max(0, ms), fire, cancel: () => {} };
        timers.add(timer);
        if (stoppedAt === null) set(timer);
        return () => {
          timers.delete(timer);
          timer.cancel();
        };
      },
    },
    stopped: false,
    gone: false,
    hidden: false,
    wentOnAt: Number.NEGATIVE_INFINITY,
    stoodFrom: Number.NEGATIVE_INFINITY,
    get timers() {
      return timers.size;
    },
    task(work) {
      if (page.gone) return;
      // Nothing overtakes what came during a stop.
      if (page.stopped || waiting.length > 0) waiting.push(work);
      else work();
    },
    promise: work =>
      new Promise((resolve, reject) => {
        work.then(
          value => page.task(() => resolve(value)),
          error => page.task(() => reject(error)),
        );
      }),
    stop() {
      if (page.stopped || page.gone) return;
      page.stopped = true;
      stoppedAt = page.stoodFrom = world.now();
      halted = [...timers];
      for (const timer of timers) timer.cancel();
    },
    go({ late, timersFirst }) {
      if (!page.stopped || page.gone) return;
      const sleptMs = late ? 0 : world.now() - (stoppedAt ?? world.now());
      page.stopped = false;
      page.wentOnAt = world.now();
      stoppedAt = null;
      if (timersFirst) restartTimers(sleptMs);
      drain(timersFirst ? () => {} : () => restartTimers(sleptMs));
    },
    kill() {
      page.gone = true;
      waiting = [];
      for (const timer of timers) timer.cancel();
      timers.clear();
    },
  };
  return page;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
