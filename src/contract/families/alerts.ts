/** Alerts: rules on operational metrics, and the alerts that fire (specification 2.6, 3.1, 4.10, 7.1). */

import { z } from 'zod';
import { flag } from '../shape/fields.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';

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
  name: name.describe('Name of the rule, 1 to 255 characters.'),
  project_id: z
    .string()
    .nullable()
    .optional()
    .describe('Project whose conversations count. Default, or null: the whole account.'),
  metric: metric.describe(
    'Metric that is watched: `turn_latency_p50` and `turn_latency_p95` in milliseconds, the others counts within the window.',
  ),
  operator: operator.describe('Comparison of the value with the threshold that makes the rule fire.'),
  threshold_value: threshold.describe('Threshold: milliseconds or a count, a whole number from 0.'),
  window_duration: windowDuration.describe('Length of the window before each evaluation: 5, 10 or 60 minutes.'),
  enabled: z.boolean().optional().describe('False: the rule is not evaluated. Default: true.'),
};

const rule = z.object({
  id: z.string().describe('Id of the rule, `ar_…`.'),
  name: z.string().describe('Name of the rule, 1 to 255 characters.'),
  project_id: z.string().nullable().describe('Project whose conversations count; null for the whole account.'),
  metric: metric.describe(
    'Metric that is watched: `turn_latency_p50` and `turn_latency_p95` in milliseconds, the others counts within the window.',
  ),
  operator: operator.describe('Comparison of the value with the threshold that makes the rule fire.'),
  threshold_value: z.number().describe('Threshold: milliseconds or a count, a whole number from 0.'),
  window_duration: windowDuration.describe('Length of the window before each evaluation: 5, 10 or 60 minutes.'),
  enabled: z.boolean().describe('False: the rule is not evaluated.'),
  created_at: z.string().describe('Time at which the rule was made, ISO 8601.'),
  updated_at: z.string().describe('Time of the last change of the rule, ISO 8601.'),
  current_state: alertState
    .optional()
    .describe(
      '`ok`, `alert` (firing), `no_data` (nothing happened in the window) or `unknown` (switched off, or the evaluation failed). Before the first evaluation `ok`; some deployments say `unknown`.',
    ),
  since: z.string().optional().describe('Time at which the state began, ISO 8601.'),
  last_evaluated_at: z
    .string()
    .nullable()
    .optional()
    .describe('Time of the last evaluation, ISO 8601; null before the first.'),
  current_value: z
    .number()
    .nullable()
    .optional()
    .describe('Value at the last evaluation, in the unit of the metric; null without one.'),
});

export type AlertRuleWire = z.output<typeof rule>;

const ruleId = z.object({
  rule_id: z
    .string()
    .regex(/^ar_[A-Za-z0-9]+$/, 'must be a rule id, ar_…')
    .describe('Id of the rule, `ar_…`.'),
});
const PATH = '/v1/alert-rules';

export const listAlertRules = defineRoute({
  family: alertsFamily,
  name: 'listAlertRules',
  description: 'The whole list, without pages, with filters.',
  sections: '2.6, 4.10, 7.1',
  summary: 'All rules, in the order in which they were made',
  method: 'GET',
  path: PATH,
  params: noFields,
  query: z.object({
    project_id: z.string().optional().describe('Only rules of this project.'),
    metric: metric.optional().describe('Only rules on this metric.'),
    enabled: flag.optional().describe('Only rules that are switched on, or off.'),
    state: alertState.optional().describe('Only rules in this state.'),
  }),
  body: noBody,
  status: 200,
  answer: z.object({ data: z.array(rule).describe('The rules, in the order in which they were made.') }),
  failures: [400, 401, 429, 500],
});

export const createAlertRule = defineRoute({
  family: alertsFamily,
  name: 'createAlertRule',
  description: 'Five fields are required. The rule is evaluated every minute from then on. 409 for the eleventh rule.',
  sections: '2.6, 3.1, 4.10, 7.1, 8',
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
  description: 'The rule, its state and its value at the last evaluation.',
  sections: '2.6, 3.1, 7.1',
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
  description: 'Fields that are not given stay. A rule that is switched off is in the state `unknown`.',
  sections: '2.6, 3.1, 4.10, 7.1',
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
  description: 'No notice is sent for it any more.',
  sections: '4.10, 7.1',
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
  description: 'The rules in the state `alert`, with the value that made them fire.',
  sections: '2.6, 4.10, 7.1',
  summary: 'Rules that fire now',
  method: 'GET',
  path: '/v1/alerts',
  params: noFields,
  query: z.object({
    project_id: z.string().optional().describe('Only alerts of this project.'),
    metric: metric.optional().describe('Only alerts on this metric.'),
  }),
  body: noBody,
  status: 200,
  answer: z.object({
    data: z
      .array(
        z.object({
          alert_rule_id: z.string().optional().describe('Id of the rule, `ar_…`.'),
          id: z.string().optional().describe('The same id, under the name that webhooks have.'),
          name: z.string().describe('Name of the rule, 1 to 255 characters.'),
          project_id: z.string().nullable().describe('Project of the rule; null for the whole account.'),
          metric: metric.describe(
            'Metric that is watched: `turn_latency_p50` and `turn_latency_p95` in milliseconds, the others counts within the window.',
          ),
          operator: operator.describe('Comparison of the value with the threshold that makes the rule fire.'),
          threshold_value: z.number().describe('Threshold: milliseconds or a count, a whole number from 0.'),
          window_duration: windowDuration.describe('Length of the window before each evaluation: 5, 10 or 60 minutes.'),
          since: z.string().describe('Time since which the rule fires, ISO 8601.'),
          last_evaluated_at: z.string().nullable().describe('Time of the last evaluation, ISO 8601.'),
          current_value: z.number().nullable().describe('Value at the last evaluation, in the unit of the metric.'),
        }),
      )
      .describe('The rules that fire, in the order in which they were made.'),
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
