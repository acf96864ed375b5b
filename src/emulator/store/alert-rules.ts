/** Alert rules, and samples of metrics. */

import type { AlertRuleWire, AlertState, Metric } from '../../contract/families/alerts.ts';

export interface AlertRule {
  readonly id: string;
  name: string;
  /** Null: the whole account. */
  projectId: string | null;
  metric: Metric;
  operator: AlertRuleWire['operator'];
  threshold: number;
  window: AlertRuleWire['window_duration'];
  enabled: boolean;
  readonly createdAt: number;
  updatedAt: number;
  state: AlertState;
  since: number;
  lastEvaluatedAt: number | null;
  value: number | null;
  /** True after a `triggered` notice, until the `resolved` notice follows. */
  isOpen: boolean;
}

export interface Sample {
  readonly at: number;
  readonly metric: Metric;
  readonly value: number;
  readonly projectId: string;
}

const iso = (at: number): string => new Date(at).toISOString();

export function ruleJson(rule: AlertRule): AlertRuleWire {
  return {
    id: rule.id,
    name: rule.name,
    project_id: rule.projectId,
    metric: rule.metric,
    operator: rule.operator,
    threshold_value: rule.threshold,
    window_duration: rule.window,
    enabled: rule.enabled,
    created_at: iso(rule.createdAt),
    updated_at: iso(rule.updatedAt),
    current_state: rule.state,
    since: iso(rule.since),
    last_evaluated_at: rule.lastEvaluatedAt === null ? null : iso(rule.lastEvaluatedAt),
    current_value: rule.value,
  };
}
