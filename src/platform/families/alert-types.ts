/**
 * Types that calls of Alerts and Webhook endpoints take and return, as the schemas of src/contract have it. Written by `npm run written`: change the schemas and
 * their descriptions, not this.
 */

/** Answer to `getAlertRule`. */
export interface AlertRule {
  /** Id of the rule, `ar_…`. */
  id: string;
  /** Name of the rule, 1 to 255 characters. */
  name: string;
  /** Project whose conversations count; null for the whole account. */
  project_id: string | null;
  /** The watched metric. `turn_latency_p50` and `turn_latency_p95` are in milliseconds, all others are counts within the window. */
  metric: 'turn_latency_p50' | 'turn_latency_p95' | 'api_errors' | 'function_errors' | 'call_crashes' | 'call_volume';
  /** The rule fires if this comparison of the value with the threshold is true. */
  operator: '>=' | '>' | '<' | '<=';
  /** Threshold in milliseconds or as a count, a whole number from 0. */
  threshold_value: number;
  /** Time span before each evaluation that counts: 5, 10 or 60 minutes. */
  window_duration: '5m' | '10m' | '60m';
  /** False: the rule is not evaluated. */
  enabled: boolean;
  /** Time at which the rule was created, ISO 8601. */
  created_at: string;
  /** Time of the last change of the rule, ISO 8601. */
  updated_at: string;
  /** `ok`, `alert` (firing), `no_data` (nothing happened in the window) or `unknown` (disabled, or the evaluation failed). Before the first evaluation it is `ok`, in some deployments `unknown`. */
  current_state?: 'unknown' | 'ok' | 'alert' | 'no_data' | undefined;
  /** Time at which the state began, ISO 8601. */
  since?: string | undefined;
  /** Time of the last evaluation, ISO 8601; null if there was none. */
  last_evaluated_at?: string | null | undefined;
  /** Value at the last evaluation, in the unit of the metric; null if there was none. */
  current_value?: number | null | undefined;
}

/** Body of `createAlertRule`. */
export interface NewAlertRule {
  /** Name of the rule, 1 to 255 characters. */
  name: string;
  /** Project whose conversations count; null, the default, means the whole account. */
  project_id?: string | null | undefined;
  /** The watched metric. `turn_latency_p50` and `turn_latency_p95` are in milliseconds, all others are counts within the window. */
  metric: 'turn_latency_p50' | 'turn_latency_p95' | 'api_errors' | 'function_errors' | 'call_crashes' | 'call_volume';
  /** The rule fires if this comparison of the value with the threshold is true. */
  operator: '>=' | '>' | '<' | '<=';
  /** Threshold in milliseconds or as a count, a whole number from 0. */
  threshold_value: number;
  /** Time span before each evaluation that counts: 5, 10 or 60 minutes. */
  window_duration: '5m' | '10m' | '60m';
  /** False: the rule is not evaluated. Default: true. */
  enabled?: boolean | undefined;
}

/** Filters of `listAlertRules`. */
export interface AlertRuleQuery {
  /** Only rules of this project. */
  project_id?: string | undefined;
  /** Only rules on this metric. */
  metric?:
    | 'turn_latency_p50'
    | 'turn_latency_p95'
    | 'api_errors'
    | 'function_errors'
    | 'call_crashes'
    | 'call_volume'
    | undefined;
  /** True: only enabled rules; false: only disabled ones. */
  enabled?: boolean | undefined;
  /** Only rules in this state. */
  state?: 'unknown' | 'ok' | 'alert' | 'no_data' | undefined;
}

/** One of `data` in the answer to `listAlerts`. */
export interface FiringAlert {
  /** Id of the rule, `ar_…`. */
  alert_rule_id?: string | undefined;
  /** Id of the rule once more, under the name that webhooks use. */
  id?: string | undefined;
  /** Name of the rule, 1 to 255 characters. */
  name: string;
  /** Project of the rule; null for the whole account. */
  project_id: string | null;
  /** The watched metric. `turn_latency_p50` and `turn_latency_p95` are in milliseconds, all others are counts within the window. */
  metric: 'turn_latency_p50' | 'turn_latency_p95' | 'api_errors' | 'function_errors' | 'call_crashes' | 'call_volume';
  /** The rule fires if this comparison of the value with the threshold is true. */
  operator: '>=' | '>' | '<' | '<=';
  /** Threshold in milliseconds or as a count, a whole number from 0. */
  threshold_value: number;
  /** Time span before each evaluation that counts: 5, 10 or 60 minutes. */
  window_duration: '5m' | '10m' | '60m';
  /** Time at which the rule began to fire, ISO 8601. */
  since: string;
  /** Time of the last evaluation, ISO 8601. */
  last_evaluated_at: string | null;
  /** Value at the last evaluation, in the unit of the metric. */
  current_value: number | null;
}

/** Filters of `listAlerts`. */
export interface FiringAlertQuery {
  /** Only alerts of this project. */
  project_id?: string | undefined;
  /** Only alerts on this metric. */
  metric?:
    | 'turn_latency_p50'
    | 'turn_latency_p95'
    | 'api_errors'
    | 'function_errors'
    | 'call_crashes'
    | 'call_volume'
    | undefined;
}

/** Answer to `getWebhookEndpoint`. */
export interface WebhookEndpoint {
  /** Id of the endpoint, `whe_…`. */
  id: string;
  /** Name of the endpoint, 1 to 255 characters. */
  name: string;
  /** Address that notices are posted to: https, or http for an address of this machine. */
  url: string;
  /** False: no notices are posted. */
  enabled: boolean;
  /** Events that are posted: `alerts.triggered` and `alerts.resolved`, or one of them. */
  event_types: ('alerts.triggered' | 'alerts.resolved')[];
  /** Additional headers of each notice, by name. */
  headers: Record<string, string>;
  /** Longest wait for a response, in milliseconds. */
  timeout_ms: number;
  /** Time at which the endpoint was created, ISO 8601. */
  created_at: string;
  /** Time of the last change, ISO 8601. */
  updated_at: string;
}

/** Filters of `listWebhookEndpoints`. */
export interface WebhookEndpointQuery {
  /** True: only enabled endpoints; false: only disabled ones. */
  enabled?: boolean | undefined;
  /** Only endpoints for this event. */
  event_type?: 'alerts.triggered' | 'alerts.resolved' | undefined;
}

/** Body of `createWebhookEndpoint`. */
export interface NewWebhookEndpoint {
  /** Name of the endpoint, 1 to 255 characters. */
  name: string;
  /** Address that notices are posted to: https, or http for an address of this machine; without a user name or password. */
  url: string;
  /** Events that are posted: `alerts.triggered` and `alerts.resolved`, or one of them. */
  event_types: ('alerts.triggered' | 'alerts.resolved')[];
  /** Additional headers of each notice, by name. Headers of the connection, such as `Host` and `Content-Length`, are refused. Default: none. */
  headers?: Record<string, string> | undefined;
  /** Longest wait for a response, 1,000 to 30,000 milliseconds. Default: 5,000. */
  timeout_ms?: number | undefined;
  /** False: no notices are posted. Default: true. */
  enabled?: boolean | undefined;
}

/** Answer to `createWebhookEndpoint`. */
export interface CreatedWebhookEndpoint {
  /** Id of the endpoint, `whe_…`. */
  id: string;
  /** Name of the endpoint, 1 to 255 characters. */
  name: string;
  /** Address that notices are posted to: https, or http for an address of this machine. */
  url: string;
  /** False: no notices are posted. */
  enabled: boolean;
  /** Events that are posted: `alerts.triggered` and `alerts.resolved`, or one of them. */
  event_types: ('alerts.triggered' | 'alerts.resolved')[];
  /** Additional headers of each notice, by name. */
  headers: Record<string, string>;
  /** Longest wait for a response, in milliseconds. */
  timeout_ms: number;
  /** Time at which the endpoint was created, ISO 8601. */
  created_at: string;
  /** Time of the last change, ISO 8601. */
  updated_at: string;
  /** Secret that signs the notices, `whsec_…`. Only this response contains it. */
  signing_secret: string;
}

/** Answer to `rotateWebhookSecret`. */
export interface WebhookSecret {
  /** The new secret, `whsec_…`. The old one is invalid at once. */
  signing_secret: string;
}
