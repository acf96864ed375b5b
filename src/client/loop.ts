/**
 * The loop of a chat. Takes inputs from a queue: for each, the machine returns a new state and effects; the loop sets the signal of the state once,
 * and performs the effects. Inputs that an effect causes are added to the queue.
 */

import { type Signal, signal } from '@preact/signals-core';
import type { Effect, TimerKey } from '../session/state/effects.ts';
import type { Fact, Input, Intent } from '../session/state/inputs.ts';
import { type SessionState, SILENT } from '../session/state/state.ts';
import type { transition } from '../session/transition.ts';
import type { Clock } from './api/ports.ts';
import { createHearing } from './told-once.ts';

export interface Loop {
  readonly machine: Signal<SessionState>;
  own(input: Intent | Fact): void;
  /** Drops the rest of the queue. The state keeps its transcript and becomes idle. */
  stop(): void;
}

export interface LoopParts {
  readonly next: typeof transition;
  readonly clock: Clock;
  /** The state before anything has happened. */
  readonly blank: SessionState;
  perform(effect: Effect): void;
  /** Returns false if an earlier input has stopped this timer after it fired. */
  isDue(key: TimerKey): boolean;
  /** Called after each step, before its effects are performed. */
  noted(input: Input, state: SessionState, effects: readonly Effect[], before: SessionState): void;
}

export function createLoop({ next, clock, blank, perform, isDue, noted }: LoopParts): Loop {
  const machine = signal(blank);
  const queue: (Intent | Fact)[] = [];
  const { hears, forget } = createHearing();
  let running = false;
  let stopped = false;

  function turn(input: Input): void {
    const from = machine.peek();
    const [state, effects] = next(from, input);
    machine.value = state;
    noted(input, state, effects, from);
    if (effects.some(({ type }) => type === 'forget')) forget();
    // Reports events with the session before the step, even if the step has begun the next one.
    const { id } = from.session ?? state.session ?? {};
    const news = effects.filter(effect => effect.type !== 'emit' || hears(effect.event, id));
    // A handler of the host page may dispose the chat between two effects.
    for (const effect of news) if (!stopped) perform(effect);
  }

  return {
    machine,
    /** Processes the input and all inputs that follow from it. If it is called from an effect, only queues the input. */
    own(input) {
      queue.push(input);
      if (running) return;
      running = true;
      try {
        for (let each = queue.shift(); each && !stopped; each = queue.shift()) {
          if (each.type !== 'timerFired' || isDue(each.key)) turn({ ...each, at: clock.now() });
        }
      } finally {
        running = false;
      }
    },
    stop() {
      stopped = true;
      const last = machine.peek();
      // Keeps the transcript, but removes typing indicators and the question whether to continue.
      if (last.phase.name !== 'ended')
        machine.value = { ...last, phase: { name: 'idle' }, typing: SILENT, idle: { ...last.idle, askedAt: null } };
    },
  };
}
