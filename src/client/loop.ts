/**
 * The loop, the only one there is: inputs queue up, the machine turns each into a state and effects, the signal is set once, the effects are
 * performed; inputs that come up meanwhile wait their turn. Whether this tab performs effects at all is sharing.ts.
 */

import { type Signal, signal } from '@preact/signals-core';
import type { Effect, TimerKey } from '../session/effect.ts';
import type { Fact, Input, Intent } from '../session/input.ts';
import { newsBetween } from '../session/news.ts';
import type { PublicEvent } from '../session/public-event.ts';
import type { Kept } from '../session/snapshot.ts';
import { type SessionState, SILENT } from '../session/state.ts';
import type { transition } from '../session/transition.ts';
import { createHearing } from './hearing.ts';
import type { Clock } from './ports.ts';

export interface Loop {
  readonly machine: Signal<SessionState>;
  /** A state in which nothing has happened. */
  blank(): SessionState;
  /** How many inputs the state has taken. */
  turns(): number;
  /** Takes an input with its effects; `wish` names the wish of another tab that it is. */
  own(input: Intent | Fact, wish?: string): void;
  /** Takes an input as another tab took it: of its effects, only the events are passed on. */
  mirror(input: Input): void;
  /** Takes over a state as it is. `heard`: the page has heard all that the state before said, and is told of the rest. */
  adopt(state: SessionState, turns: number, heard: boolean): void;
  /** Starts from what was kept, in place of whatever state there is; `heard` as in `adopt`. */
  restore(kept: Kept, heard: boolean): void;
  /** What is still in the queue is not taken any more, and the state stays as it is, at rest. */
  stop(): void;
}

export interface LoopParts {
  readonly next: typeof transition;
  readonly clock: Clock;
  /** A state in which nothing has happened. */
  blank(): SessionState;
  perform(effect: Effect): void;
  /** An event of another tab's. */
  echo(event: PublicEvent): void;
  /** Whether a timer that fired has not been stopped while it waited its turn. */
  isDue(key: TimerKey): boolean;
  /** Called before the effects: what the owner does, the others know. */
  tell(input: Input, wish: string | undefined): void;
  /** Called between an input and its effects. */
  noted(input: Input, state: SessionState, effects: readonly Effect[]): void;
}

export function createLoop({ next, clock, blank, perform, echo, isDue, tell, noted }: LoopParts): Loop {
  const machine = signal(blank());
  const queue: (() => void)[] = [];
  /**
   * Counts the inputs that the state has taken; of two states the higher one is newer. It begins at the clock, which no count of inputs
   * overtakes, so that what began after everything was forgotten is newer than what a page that slept remembers.
   */
  let turns = clock.now();
  const { hears, forget } = createHearing();
  let running = false;
  let stopped = false;

  /** Never re-entered: an input that an effect brings up waits until the effects before it are done. */
  function run(work: () => void): void {
    queue.push(work);
    if (running) return;
    running = true;
    try {
      for (let work = queue.shift(); work && !stopped; work = queue.shift()) work();
    } finally {
      running = false;
    }
  }

  function turn(input: Input, from: SessionState): readonly Effect[] {
    const [state, effects] = next(from, input);
    machine.value = state;
    noted(input, state, effects);
    return effects;
  }

  /** Without what the page has heard already. */
  function news(input: Input, from: SessionState): readonly Effect[] {
    const effects = turn(input, from);
    if (input.type === 'forgetRequested') forget();
    // What is said at the end of a session is of that one, also where the next has begun.
    const { id } = from.session ?? machine.peek().session ?? {};
    return effects.filter(effect => effect.type !== 'emit' || hears(effect.event, id));
  }

  /**
   * Of a state that another tab has brought about: what was open, or new to the visitor, is news to every page, and all else to one that has
   * heard what was before.
   */
  function tellPage(before: SessionState, heard: boolean): void {
    const now = machine.peek();
    for (const { event, session } of newsBetween(before, now)) if (hears(event, session) && heard) echo(event);
    const { panelOpen, unread } = now;
    if (panelOpen !== before.panelOpen) echo({ name: panelOpen ? 'open' : 'close', detail: {} });
    if (unread !== before.unread) echo({ name: 'unread', detail: { count: unread } });
  }

  /** A handler of the host page's may end it all in between. */
  function act(effects: readonly Effect[]): void {
    for (const effect of effects) if (!stopped) perform(effect);
  }

  return {
    machine,
    blank,
    turns: () => turns,
    own: (input, wish) =>
      run(() => {
        if (input.type === 'timerFired' && !isDue(input.key)) return;
        const stamped: Input = { ...input, at: clock.now() };
        turns += 1;
        tell(stamped, wish);
        act(news(stamped, machine.peek()));
      }),
    mirror: input =>
      run(() => {
        turns += 1;
        for (const effect of news(input, machine.peek())) if (effect.type === 'emit') echo(effect.event);
      }),
    adopt(state, count, heard) {
      turns = count;
      const before = machine.peek();
      machine.value = state;
      tellPage(before, heard);
      const { name: phase } = state.phase;
      if (!heard && phase !== before.phase.name) echo({ name: 'state', detail: { phase } });
    },
    restore: ({ snapshot, turns: count }, heard) =>
      run(() => {
        turns = count + 1;
        const from = blank();
        // What was asked for is kept through sleep and from tab to tab. Other tabs ask for what comes of it.
        const link = { ...from.link, pause: machine.peek().link.pause };
        const restored: Input = { type: 'restored', snapshot, at: clock.now() };
        const before = machine.peek();
        const beginning = { ...from, link };
        // Seen from nothing, all is new; seen from what the page has heard, it is not.
        if (heard) act(turn(restored, beginning).filter(({ type }) => type !== 'emit'));
        else act(news(restored, beginning));
        tellPage(before, heard);
      }),
    stop() {
      stopped = true;
      const last = machine.peek();
      // What was said can still be read; nothing is going on any more.
      if (last.phase.name !== 'ended')
        machine.value = { ...last, phase: { name: 'idle' }, typing: SILENT, idle: { ...last.idle, askedAt: null } };
    },
  };
}
