/** Alerts: rules on operational metrics, and those that fire (specification 2.6, 3.1, 4.10, 7.1). */

import { z } from 'zod';
import { flag } from './fields.ts';
import { defineRoute, type Family, noBody, noFields } from './route.ts';

export const alertsFamily: Family = {
  title: 'Alerts',
  description: 'Rules on operational metrics, and the alerts that fire.',
  host: 'builder',
  key: 'builder',
  keyHeader: 'x-api-key',
  errors: { service: 'builder', poly: 'envelope' },
  errorsOf422: { service: 'builder', poly: 'detail' },
  forbids: false,
  notAnObject: 422,
  malformedId: 422,
  refusesUnknownFields: true,
};

export const metric = z.enum([
  'turn_latency_p50',
  'turn_latency_p95',
  'api_errors',
  'function_errors',
  'call_crashes',
  'call_volume',
]);
export type Metric = z.output<typeof metric>;

const operator = z.enum(['>=', '>', '<', '<=']);
const windowDuration = z.enum(['5m', '10m', '60m']);
const alertState = z.enum(['ok', 'alert', 'no_data', 'unknown']);
export type AlertState = z.output<typeof alertState>;

const name = z.string().min(1, 'must have 1 to 255 characters').max(255, 'must have 1 to 255 characters');
const threshold = z.number({ error: 'must be a whole number from 0' }).int().min(0, 'must be a whole number from 0');

const ruleFields = {
  name,
  /** Absent or null: the whole account. */
  project_id: z.string().nullable().optional(),
  /** Latencies are milliseconds; the others are counts within the window. */
  metric,
  operator,
  threshold_value: threshold,
  window_duration: windowDuration,
  /** Default true. */
  enabled: z.boolean().optional(),
};

const rule = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.string().nullable(),
  metric,
  operator,
  threshold_value: z.number(),
  window_duration: windowDuration,
  enabled: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  /** `ok` also before the first evaluation; some deployments say `unknown`. */
  current_state: alertState.optional(),
  /** When the state began. */
  since: z.string().optional(),
  /** Null before the first evaluation. */
  last_evaluated_at: z.string().nullable().optional(),
  current_value: z.number().nullable().optional(),
});

export type AlertRuleWire = z.output<typeof rule>;

const ruleId = z.object({ rule_id: z.string().regex(/^ar_[A-Za-z0-9]+$/, 'must be a rule id, ar_…') });
const PATH = '/v1/alert-rules';

export const listAlertRules = defineRoute({
  family: alertsFamily,
  name: 'listAlertRules',
  summary: 'All rules, in the order in which they were made',
  method: 'GET',
  path: PATH,
  params: noFields,
  query: z.object({
    project_id: z.string().optional(),
    metric: metric.optional(),
    enabled: flag.optional(),
    state: alertState.optional(),
  }),
  body: noBody,
  status: 200,
  answer: z.object({ data: z.array(rule) }),
  failures: [400, 401, 429, 500],
});

export const createAlertRule = defineRoute({
  family: alertsFamily,
  name: 'createAlertRule',
  summary: 'Makes a rule; an account has at most ten',
  method: 'POST',
  path: PATH,
  params: noFields,
  query: noFields,
  body: z.object(ruleFields),
  status: 201,
  answer: rule,
  failures: [400, 401, 409, 422, 429, 500, 502],
});

export const getAlertRule = defineRoute({
  family: alertsFamily,
  name: 'getAlertRule',
  summary: 'One rule with its state',
  method: 'GET',
  path: `${PATH}/{rule_id}`,
  params: ruleId,
  query: noFields,
  body: noBody,
  status: 200,
  answer: rule,
  failures: [401, 404, 422, 429, 500],
});

export const updateAlertRule = defineRoute({
  family: alertsFamily,
  name: 'updateAlertRule',
  summary: 'Changes the fields that are given',
  method: 'PATCH',
  path: `${PATH}/{rule_id}`,
  params: ruleId,
  query: noFields,
  body: z.object(ruleFields).partial(),
  status: 200,
  answer: rule,
  failures: [400, 401, 404, 422, 429, 500, 502],
});

export const deleteAlertRule = defineRoute({
  family: alertsFamily,
  name: 'deleteAlertRule',
  summary: 'Removes a rule',
  method: 'DELETE',
  path: `${PATH}/{rule_id}`,
  params: ruleId,
  query: noFields,
  body: noBody,
  status: 204,
  answer: noBody,
  failures: [401, 404, 422, 429, 500],
});

export const listAlerts = defineRoute({
  family: alertsFamily,
  name: 'listAlerts',
  summary: 'Rules that fire now',
  method: 'GET',
  path: '/v1/alerts',
  params: noFields,
  query: z.object({ project_id: z.string().optional(), metric: metric.optional() }),
  body: noBody,
  status: 200,
  answer: z.object({
    data: z.array(
      z.object({
        alert_rule_id: z.string().optional(),
        id: z.string().optional(),
        name: z.string(),
        project_id: z.string().nullable(),
        metric,
        operator,
        threshold_value: z.number(),
        window_duration: windowDuration,
        since: z.string(),
        last_evaluated_at: z.string().nullable(),
        current_value: z.number().nullable(),
      }),
    ),
  }),
  failures: [400, 401, 429, 500],
});

export const alertsRoutes = [
  listAlertRules,
  createAlertRule,
  getAlertRule,
  updateAlertRule,
  deleteAlertRule,
  listAlerts,
];
