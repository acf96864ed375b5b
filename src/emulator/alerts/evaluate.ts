/** Evaluates alert rules once a minute, changes their states, and sends notices. */

import type { AlertState } from '../../contract/families/alerts.ts';
import type { WebhookEventType } from '../../contract/shape/alert-notice.ts';
import type { AlertRule } from '../store/alert-rules.ts';
import type { Core } from '../store/state.ts';
import { sendNotice } from '../webhooks/deliveries.ts';
import { breaches, valueAt } from './values.ts';

const EVERY_MS = 60_000;

/** Evaluates the rule a minute from now, and then every minute for as long as it exists. */
export function watchRule(core: Core, rule: AlertRule, at: number): void {
  core.queue.add(at + EVERY_MS, due => {
    if (core.alertRules.get(rule.id) !== rule) return;
    if (rule.enabled) evaluate(core, rule, due);
    watchRule(core, rule, due);
  });
}

function evaluate(core: Core, rule: AlertRule, at: number): void {
  const value = valueAt(core, rule, at);
  const before = rule.state;
  rule.lastEvaluatedAt = at;
  rule.value = value;
  if (value === null) {
    changeState(rule, 'no_data', at);
    return;
  }
  changeState(rule, breaches(rule, value) ? 'alert' : 'ok', at);
  // Exactly one `resolved` notice follows each `triggered` one, even if the rule was `unknown` in between.
  if (rule.state === 'alert' && !rule.isOpen) notify(core, rule, at, value, 'alerts.triggered', before);
  if (rule.state === 'ok' && rule.isOpen) notify(core, rule, at, value, 'alerts.resolved', before);
}

export function changeState(rule: AlertRule, state: AlertState, at: number): void {
  if (rule.state === state) return;
  rule.state = state;
  rule.since = at;
}

function notify(
  core: Core,
  rule: AlertRule,
  at: number,
  value: number,
  eventType: WebhookEventType,
  previousState: AlertState,
): void {
  rule.isOpen = eventType === 'alerts.triggered';
  const time = new Date(at).toISOString();
  sendNotice(core, at, {
    event_type: eventType,
    alert: {
      id: rule.id,
      name: rule.name,
      project_id: rule.projectId,
      metric: rule.metric,
      operator: rule.operator,
      threshold_value: rule.threshold,
      current_value: value,
      previous_state: previousState,
      ...(rule.isOpen ? { triggered_at: time } : { resolved_at: time }),
    },
  });
}
