/** Alerts and Webhook endpoints (docs/PLATFORM.md). */

import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  listAlerts,
  updateAlertRule,
} from '../contract/alerts.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '../contract/webhooks.ts';
import type {
  AlertRule,
  AlertRuleQuery,
  CreatedWebhookEndpoint,
  FiringAlert,
  FiringAlertQuery,
  NewAlertRule,
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointQuery,
  WebhookSecret,
} from './alert-types.ts';
import { call } from './call.ts';
import type { Connection } from './connection.ts';

const dataOf = <T>({ data }: { readonly data: T }): T => data;

export const alertCalls = (connection: Connection) => ({
  /** Rules that fire now. */
  firing: (query: FiringAlertQuery = {}): Promise<FiringAlert[]> =>
    call(connection, listAlerts, { query }).then(dataOf),
  /** All rules, in the order in which they were made. */
  rules: (query: AlertRuleQuery = {}): Promise<AlertRule[]> => call(connection, listAlertRules, { query }).then(dataOf),
  rule: (rule_id: string): Promise<AlertRule> => call(connection, getAlertRule, { params: { rule_id } }),
  /** Makes a rule. Rejects with 409 when the account has ten. */
  createRule: (body: NewAlertRule): Promise<AlertRule> => call(connection, createAlertRule, { body }),
  /** Changes the fields that are given. */
  updateRule: (rule_id: string, body: Partial<NewAlertRule>): Promise<AlertRule> =>
    call(connection, updateAlertRule, { params: { rule_id }, body }),
  deleteRule: (rule_id: string): Promise<undefined> => call(connection, deleteAlertRule, { params: { rule_id } }),
});

export const webhookCalls = (connection: Connection) => ({
  /** All endpoints, without their secrets. */
  list: (query: WebhookEndpointQuery = {}): Promise<WebhookEndpoint[]> =>
    call(connection, listWebhookEndpoints, { query }).then(dataOf),
  get: (endpoint_id: string): Promise<WebhookEndpoint> =>
    call(connection, getWebhookEndpoint, { params: { endpoint_id } }),
  /** Makes an endpoint. Keep `signing_secret`: it is not shown again. */
  create: (body: NewWebhookEndpoint): Promise<CreatedWebhookEndpoint> =>
    call(connection, createWebhookEndpoint, { body }),
  update: (endpoint_id: string, body: Partial<NewWebhookEndpoint>): Promise<WebhookEndpoint> =>
    call(connection, updateWebhookEndpoint, { params: { endpoint_id }, body }),
  delete: (endpoint_id: string): Promise<undefined> =>
    call(connection, deleteWebhookEndpoint, { params: { endpoint_id } }),
  /** A new secret; the old one is void at once, so give `verifyWebhook` both until your configuration has arrived everywhere. */
  rotateSecret: (endpoint_id: string): Promise<WebhookSecret> =>
    call(connection, rotateWebhookSecret, { params: { endpoint_id } }),
});
