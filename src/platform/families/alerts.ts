/** Alerts and Webhook endpoints (docs/PLATFORM.md). */

import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  listAlerts,
  updateAlertRule,
} from '../../contract/families/alerts.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '../../contract/families/webhooks.ts';
import { call } from '../call/call.ts';
import type { Connection } from '../call/connection.ts';
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

const dataOf = <T>({ data }: { readonly data: T }): T => data;

export const alertCalls = (connection: Connection) => ({
  /** Returns the alerts that are firing. */
  firing: (query: FiringAlertQuery = {}): Promise<FiringAlert[]> =>
    call(connection, listAlerts, { query }).then(dataOf),
  /** Returns all rules, in the order of their creation. */
  rules: (query: AlertRuleQuery = {}): Promise<AlertRule[]> => call(connection, listAlertRules, { query }).then(dataOf),
  /** Returns one rule. Rejected with 404 if there is none. */
  rule: (rule_id: string): Promise<AlertRule> => call(connection, getAlertRule, { params: { rule_id } }),
  /** Creates a rule. Rejected with 409 if the account has ten already. */
  createRule: (body: NewAlertRule): Promise<AlertRule> => call(connection, createAlertRule, { body }),
  /** Changes the given fields; the others stay. */
  updateRule: (rule_id: string, body: Partial<NewAlertRule>): Promise<AlertRule> =>
    call(connection, updateAlertRule, { params: { rule_id }, body }),
  /** Deletes a rule. */
  deleteRule: (rule_id: string): Promise<undefined> => call(connection, deleteAlertRule, { params: { rule_id } }),
});

export const webhookCalls = (connection: Connection) => ({
  /** Returns all endpoints, without their secrets. */
  list: (query: WebhookEndpointQuery = {}): Promise<WebhookEndpoint[]> =>
    call(connection, listWebhookEndpoints, { query }).then(dataOf),
  /** Returns one endpoint, without its secret. */
  get: (endpoint_id: string): Promise<WebhookEndpoint> =>
    call(connection, getWebhookEndpoint, { params: { endpoint_id } }),
  /** Creates an endpoint. Store its `signing_secret`: it is not shown again. */
  create: (body: NewWebhookEndpoint): Promise<CreatedWebhookEndpoint> =>
    call(connection, createWebhookEndpoint, { body }),
  /** Changes the given fields; the others stay. */
  update: (endpoint_id: string, body: Partial<NewWebhookEndpoint>): Promise<WebhookEndpoint> =>
    call(connection, updateWebhookEndpoint, { params: { endpoint_id }, body }),
  /** Deletes an endpoint. */
  delete: (endpoint_id: string): Promise<undefined> =>
    call(connection, deleteWebhookEndpoint, { params: { endpoint_id } }),
  /**
   * Replaces the secret, and returns the new one. The old one is invalid at once. Pass both to `verifyWebhook` until all your servers have the new
   * one.
   */
  rotateSecret: (endpoint_id: string): Promise<WebhookSecret> =>
    call(connection, rotateWebhookSecret, { params: { endpoint_id } }),
});
