/**
 * The event loop of one page: timers and tasks run, wait while the page is stopped, and never run again once it is gone. For the code in
 * the page see tab.ts; for the reasons to stop it see world.ts.
 */

import type { Clock } from '../../../src/client/api/ports.ts';
import type { VirtualClock } from './clock.ts';

export interface Page {
  /** The page's own timers. */
  readonly clock: Clock;
  readonly stopped: boolean;
  readonly gone: boolean;
  /** The page is in the background, where timers fire on whole seconds only. */
  hidden: boolean;
  /** The number of timers that are set. */
  readonly timers: number;
  /** When the page last continued after a stop. Earlier timers were late. */
  readonly wentOnAt: number;
  /** When the page was last stopped. */
  readonly stoodFrom: number;
  /** Runs the work now, when the page continues, or never. */
  task(work: () => void): void;
  /** A promise that is settled in the page's own time. */
  promise<T>(work: Promise<T>): Promise<T>;
  stop(): void;
  /**
   * Continues after a stop, and runs everything that fell due meanwhile. `late`: timers as well. Otherwise all timers continue where they
   * stood, as on machines whose timer clock sleeps with them. `timersFirst`: timers run before the tasks.
   */
  go(how: { readonly late: boolean; readonly timersFirst: boolean }): void;
  /** Kills the page: nothing that it has begun continues. */
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
  /** Timers that fell due during the stop. */
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

  /** Runs them one by one, so that the consequences of each come before the next. */
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
      // No later task overtakes those that came during a stop.
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
