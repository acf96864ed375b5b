/** The calls of Alerts: the rules, and the rules that are firing. */

import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  listAlerts,
  updateAlertRule,
} from '../../contract/families/alerts.ts';
import type { BodyOf } from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';
import { shortId } from '../model/short-id.ts';
import { handle } from '../rest/call.ts';
import { type AlertRule, ruleJson } from '../store/alert-rules.ts';
import { findProject } from '../store/projects.ts';
import type { Core } from '../store/state.ts';
import { changeState, watchRule } from './evaluate.ts';

const MOST_RULES = 10;

export const alertsHandlers = [
  handle(listAlertRules, (core, { query }) => {
    const rules = [...core.alertRules.values()].filter(
      each =>
        (query.project_id === undefined || each.projectId === projectId(core, query.project_id)) &&
        (query.metric === undefined || each.metric === query.metric) &&
        (query.enabled === undefined || each.enabled === query.enabled) &&
        (query.state === undefined || each.state === query.state),
    );
    return { status: 200, body: { data: rules.map(ruleJson) } };
  }),

  handle(createAlertRule, (core, { at, body }) => {
    const project = checkedProject(core, body.project_id);
    if (core.alertRules.size >= MOST_RULES) throw new Problem(409, `An account has at most ${MOST_RULES} alert rules.`);
    const rule: AlertRule = {
      id: `ar_${shortId(core)}`,
      name: body.name,
      projectId: project,
      metric: body.metric,
      operator: body.operator,
      threshold: body.threshold_value,
      window: body.window_duration,
      enabled: body.enabled ?? true,
      createdAt: at,
      updatedAt: at,
      state: 'ok',
      since: at,
      lastEvaluatedAt: null,
      value: null,
      isOpen: false,
    };
    core.alertRules.set(rule.id, rule);
    watchRule(core, rule, at);
    return { status: 201, body: ruleJson(rule) };
  }),

  handle(getAlertRule, (core, { params }) => ({ status: 200, body: ruleJson(ruleOf(core, params.rule_id)) })),

  handle(updateAlertRule, (core, { at, params, body }) => {
    const rule = ruleOf(core, params.rule_id);
    change(core, rule, body, at);
    return { status: 200, body: ruleJson(rule) };
  }),

  handle(deleteAlertRule, (core, { params }) => {
    core.alertRules.delete(ruleOf(core, params.rule_id).id);
    return { status: 204 };
  }),

  handle(listAlerts, (core, { query }) => {
    const firing = [...core.alertRules.values()].filter(
      each =>
        each.state === 'alert' &&
        (query.project_id === undefined || each.projectId === projectId(core, query.project_id)) &&
        (query.metric === undefined || each.metric === query.metric),
    );
    return { status: 200, body: { data: firing.map(alertJson) } };
  }),
];

function alertJson(rule: AlertRule): object {
  const { id, name, project_id, metric, operator, threshold_value, window_duration, since, ...rest } = ruleJson(rule);
  const { last_evaluated_at, current_value } = rest;
  const condition = { metric, operator, threshold_value, window_duration };
  return { alert_rule_id: id, id, name, project_id, ...condition, since, last_evaluated_at, current_value };
}

function ruleOf(core: Core, id: string): AlertRule {
  const rule = core.alertRules.get(id);
  if (!rule) throw new Problem(404, 'There is no such alert rule.');
  return rule;
}

/** Accepts a project's id in either form, `PROJECT-shop` or `shop`. */
const projectId = (core: Core, given: string): string => findProject(core.projects, given)?.id ?? given;

function checkedProject(core: Core, given: string | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  const project = findProject(core.projects, given);
  if (project) return project.id;
  const field = { field: 'project_id', message: 'names no project' };
  throw new Problem(400, `${field.field}: ${field.message}`, { code: 'SCHEMA_VALIDATION_FAILED', fields: [field] });
}

function change(core: Core, rule: AlertRule, body: BodyOf<typeof updateAlertRule>, at: number): void {
  const project = body.project_id === undefined ? rule.projectId : checkedProject(core, body.project_id);
  rule.projectId = project;
  rule.name = body.name ?? rule.name;
  rule.metric = body.metric ?? rule.metric;
  rule.operator = body.operator ?? rule.operator;
  rule.threshold = body.threshold_value ?? rule.threshold;
  rule.window = body.window_duration ?? rule.window;
  rule.enabled = body.enabled ?? rule.enabled;
  rule.updatedAt = at;
  // Resets the state, because a disabled rule is not evaluated.
  if (!rule.enabled) changeState(rule, 'unknown', at);
}
