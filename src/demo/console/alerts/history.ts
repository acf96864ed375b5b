/** The states of alert rules over time. The platform tells only the present one, so the console notes each that it sees. */

import type { AlertRule } from '../../../entries/platform.ts';

export type StateName = NonNullable<AlertRule['current_state']>;

/** A state and the time at which it began, in milliseconds since 1970. */
export interface StateStart {
  readonly state: StateName;
  readonly from: number;
}

/** States by the id of the rule, each list oldest first. */
export type History = ReadonlyMap<string, readonly StateStart[]>;

/** Returns the history with the present states of these rules. Rules that are gone are forgotten. */
export function noteStates(history: History, rules: readonly AlertRule[]): History {
  return new Map(
    rules.map(rule => {
      const before = history.get(rule.id) ?? [];
      const state = rule.current_state ?? 'unknown';
      const from = Date.parse(rule.since ?? rule.created_at);
      const latest = before.at(-1);
      const isKnown = latest?.state === state && latest.from === from;
      return [rule.id, isKnown ? before : [...before, { state, from }]] as const;
    }),
  );
}

export interface Stretch {
  readonly state: StateName;
  readonly from: number;
  /** Begin and length as shares of the whole, 0 to 1. */
  readonly at: number;
  readonly share: number;
  /** Null for the present state, which goes on. */
  readonly seconds: number | null;
}

/** Time between two evaluations. A state holds until the next one. */
const MINUTE_MS = 60_000;

/** Returns the states as parts of one strip, which ends a minute after the latest evaluation. */
export function stretchesOf(states: readonly StateStart[], evaluatedAt: number): readonly Stretch[] {
  const first = states[0]?.from ?? evaluatedAt;
  const end = Math.max(evaluatedAt, states.at(-1)?.from ?? evaluatedAt) + MINUTE_MS;
  const whole = end - first;
  return states.map(({ state, from }, index) => {
    const next = states[index + 1]?.from;
    const seconds = next === undefined ? null : Math.round((next - from) / 1000);
    return { state, from, at: (from - first) / whole, share: ((next ?? end) - from) / whole, seconds };
  });
}

export const STATE_WORDS: Readonly<Record<StateName, string>> = {
  ok: 'ok',
  alert: 'firing',
  no_data: 'no data',
  unknown: 'unknown',
};

const UNITS: Readonly<Record<string, string>> = { turn_latency_p50: ' ms', turn_latency_p95: ' ms' };

/** `api errors >= 3 within 5m`. */
export const conditionOf = (rule: Pick<AlertRule, 'metric' | 'operator' | 'threshold_value' | 'window_duration'>) =>
  `${rule.metric.replaceAll('_', ' ')} ${rule.operator} ${valueWords(rule.metric, rule.threshold_value)} within ${rule.window_duration}`;

export const valueWords = (metric: string, value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${value}${UNITS[metric] ?? ''}`;
