/** Alerts: rules on operational metrics, and the alerts that are firing (specification 2.6, 3.1, 4.10, 7.1). */

import { z } from 'zod';
import { flag } from '../shape/fields.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';

export const alertsFamily: Family = {
  title: 'Alerts',
  description: 'Rules on operational metrics, and the alerts that are firing.',
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
    .describe('Project whose conversations count; null, the default, means the whole account.'),
  metric: metric.describe(
    'The watched metric. `turn_latency_p50` and `turn_latency_p95` are in milliseconds, all others are counts within the window.',
  ),
  operator: operator.describe('The rule fires if this comparison of the value with the threshold is true.'),
  threshold_value: threshold.describe('Threshold in milliseconds or as a count, a whole number from 0.'),
  window_duration: windowDuration.describe('Time span before each evaluation that counts: 5, 10 or 60 minutes.'),
  enabled: z.boolean().optional().describe('False: the rule is not evaluated. Default: true.'),
};

const rule = z.object({
  id: z.string().describe('Id of the rule, `ar_…`.'),
  name: z.string().describe('Name of the rule, 1 to 255 characters.'),
  project_id: z.string().nullable().describe('Project whose conversations count; null for the whole account.'),
  metric: metric.describe(
    'The watched metric. `turn_latency_p50` and `turn_latency_p95` are in milliseconds, all others are counts within the window.',
  ),
  operator: operator.describe('The rule fires if this comparison of the value with the threshold is true.'),
  threshold_value: z.number().describe('Threshold in milliseconds or as a count, a whole number from 0.'),
  window_duration: windowDuration.describe('Time span before each evaluation that counts: 5, 10 or 60 minutes.'),
  enabled: z.boolean().describe('False: the rule is not evaluated.'),
  created_at: z.string().describe('Time at which the rule was created, ISO 8601.'),
  updated_at: z.string().describe('Time of the last change of the rule, ISO 8601.'),
  current_state: alertState
    .optional()
    .describe(
      '`ok`, `alert` (firing), `no_data` (nothing happened in the window) or `unknown` (disabled, or the evaluation failed). Before the first evaluation it is `ok`, in some deployments `unknown`.',
    ),
  since: z.string().optional().describe('Time at which the state began, ISO 8601.'),
  last_evaluated_at: z
    .string()
    .nullable()
    .optional()
    .describe('Time of the last evaluation, ISO 8601; null if there was none.'),
  current_value: z
    .number()
    .nullable()
    .optional()
    .describe('Value at the last evaluation, in the unit of the metric; null if there was none.'),
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
  description: 'Returns all that match the filters, without pages.',
  sections: '2.6, 4.10, 7.1',
  summary: 'All rules, in the order of their creation',
  method: 'GET',
  path: PATH,
  params: noFields,
  query: z.object({
    project_id: z.string().optional().describe('Only rules of this project.'),
    metric: metric.optional().describe('Only rules on this metric.'),
    enabled: flag.optional().describe('True: only enabled rules; false: only disabled ones.'),
    state: alertState.optional().describe('Only rules in this state.'),
  }),
  body: noBody,
  status: 200,
  answer: z.object({ data: z.array(rule).describe('The rules, in the order of their creation.') }),
  failures: [400, 401, 429, 500],
});

export const createAlertRule = defineRoute({
  family: alertsFamily,
  name: 'createAlertRule',
  description: 'The rule is evaluated every minute from now on. 409 for the eleventh rule.',
  sections: '2.6, 3.1, 4.10, 7.1, 8',
  summary: 'Creates a rule; an account has at most ten',
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
  description: 'Returns the rule with its state and its value at the last evaluation.',
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
  description: 'Omitted fields keep their values. A disabled rule is in the state `unknown`.',
  sections: '2.6, 3.1, 4.10, 7.1',
  summary: 'Changes the given fields',
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
  description: 'No more notices are sent for this rule.',
  sections: '4.10, 7.1',
  summary: 'Deletes a rule',
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
  description: 'Returns the rules in the state `alert`, each with its value at the last evaluation.',
  sections: '2.6, 4.10, 7.1',
  summary: 'Rules that are firing',
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
          id: z.string().optional().describe('Id of the rule once more, under the name that webhooks use.'),
          name: z.string().describe('Name of the rule, 1 to 255 characters.'),
          project_id: z.string().nullable().describe('Project of the rule; null for the whole account.'),
          metric: metric.describe(
            'The watched metric. `turn_latency_p50` and `turn_latency_p95` are in milliseconds, all others are counts within the window.',
          ),
          operator: operator.describe('The rule fires if this comparison of the value with the threshold is true.'),
          threshold_value: z.number().describe('Threshold in milliseconds or as a count, a whole number from 0.'),
          window_duration: windowDuration.describe(
            'Time span before each evaluation that counts: 5, 10 or 60 minutes.',
          ),
          since: z.string().describe('Time at which the rule began to fire, ISO 8601.'),
          last_evaluated_at: z.string().nullable().describe('Time of the last evaluation, ISO 8601.'),
          current_value: z.number().nullable().describe('Value at the last evaluation, in the unit of the metric.'),
        }),
      )
      .describe('The firing rules, in the order of their creation.'),
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
