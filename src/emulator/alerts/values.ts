/** Calculates the value of a metric over a rule's time window. */

import type { AlertRule } from '../store/alert-rules.ts';
import type { Core } from '../store/state.ts';

const WINDOWS = { '5m': 5 * 60_000, '10m': 10 * 60_000, '60m': 60 * 60_000 } as const;
/** Limits the search for turns to conversations that began at most this long before the window. */
const LONGEST_CONVERSATION_MS = 6 * 3_600_000;

/** Returns null if nothing happened in the window: no conversation, no turn, no error, no sample. */
export function valueAt(core: Core, rule: AlertRule, at: number): number | null {
  const from = at - WINDOWS[rule.window];
  const { startedCount, latencies, turnCount } = readRecords(core, rule, from, at);
  const isOwn = (projectId: string): boolean => rule.projectId === null || rule.projectId === projectId;
  const samples = core.samples.filter(each => each.at > from && each.at <= at && isOwn(each.projectId));
  const errors = core.apiErrors.filter(each => each > from && each <= at).length;
  if (startedCount + turnCount + samples.length + errors === 0) return null;
  const sampled = samples.filter(each => each.metric === rule.metric).map(each => each.value);
  const sum = sampled.reduce((total, each) => total + each, 0);
  switch (rule.metric) {
    case 'call_volume':
      return startedCount + sum;
    case 'api_errors':
      return errors + sum;
    case 'turn_latency_p50':
      return percentile([...latencies, ...sampled], 0.5);
    case 'turn_latency_p95':
      return percentile([...latencies, ...sampled], 0.95);
    default:
      return sum;
  }
}

function readRecords(core: Core, rule: AlertRule, from: number, at: number) {
  const { records } = core;
  const latencies: number[] = [];
  let startedCount = 0;
  let turnCount = 0;
  for (let index = records.indexFrom(from - LONGEST_CONVERSATION_MS, ''); index < records.list.length; index += 1) {
    const record = records.list[index];
    if (!record || record.startedAt > at) break;
    if (rule.projectId !== null && record.projectId !== rule.projectId) continue;
    if (record.startedAt > from) startedCount += 1;
    for (const { agentAt, latency } of record.turns) {
      if (agentAt <= from || agentAt > at) continue;
      turnCount += 1;
      if (latency !== null) latencies.push(latency * 1000);
    }
  }
  return { startedCount, turnCount, latencies };
}

/** Returns the percentile by the nearest-rank method, in whole milliseconds; null if there are no values. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return value === undefined ? null : Math.round(value);
}

export function breaches({ operator, threshold }: AlertRule, value: number): boolean {
  if (operator === '>=') return value >= threshold;
  if (operator === '>') return value > threshold;
  return operator === '<' ? value < threshold : value <= threshold;
}
