/** Runs storms, judges them, and makes a failing one as small as possible. */

import { judge } from './judge/invariants.ts';
import { drawPlan, overChat, type Plan } from './plan/plan.ts';
import { weather } from './plan/weather.ts';
import { createDice } from './world/dice.ts';
import type { Faults } from './world/tab.ts';
import { createWorld } from './world/world.ts';

export interface Outcome {
  readonly plan: Plan;
  readonly wrong: readonly string[];
  readonly trace: readonly string[];
  /** Messages that the platform confirmed. */
  readonly delivered: number;
}

export async function runPlan(plan: Plan, faults?: Faults): Promise<Outcome> {
  const world = createWorld(plan, faults);
  await weather(world);
  return { plan, ...judge(world), trace: world.trace };
}

export function planFor(seed: number, way?: 'chat'): Plan {
  const plan = drawPlan(seed, createDice(seed));
  return way === 'chat' ? overChat(plan) : plan;
}

/** The first storm from `seed` on that violates an invariant, or null after `runs` storms. */
export async function firstFailure(
  seed: number,
  runs: number,
  faults?: Faults,
  way?: 'chat',
): Promise<{ readonly outcome: Outcome | null; readonly delivered: number; readonly ran: number }> {
  let delivered = 0;
  for (let i = 0; i < runs; i++) {
    const outcome = await runPlan(planFor(seed + i, way), faults);
    delivered += outcome.delivered;
    if (outcome.wrong.length > 0) return { outcome, delivered, ran: i + 1 };
  }
  return { outcome: null, delivered, ran: runs };
}

/** Removes acts, first halves and then single ones, as long as the storm still violates the same rule. */
export async function shrink(failing: Outcome, faults?: Faults): Promise<Outcome> {
  let smallest = failing;
  for (let size = Math.ceil(smallest.plan.acts.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < smallest.plan.acts.length; ) {
      const acts = smallest.plan.acts.filter((_, place) => place < from || place >= from + size);
      const outcome = await runPlan({ ...smallest.plan, acts }, faults);
      if (outcome.wrong[0]?.slice(0, 3) === failing.wrong[0]?.slice(0, 3)) smallest = outcome;
      else from += size;
    }
  }
  return smallest;
}

/** Everything that a developer needs to reproduce it. */
export function describeOutcome({ plan, wrong, trace }: Outcome): string {
  return [`seed ${plan.seed}`, ...wrong, JSON.stringify(plan), ...trace.slice(-80)].join('\n');
}
