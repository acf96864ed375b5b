/** Webhook endpoints: where notices of alerts are posted (specification 2.7, 4.10, 6.1). */

import { z } from 'zod';
import { alertsFamily } from './alerts.ts';
import { flag } from './fields.ts';
import { defineRoute, type Family, noBody, noFields } from './route.ts';

const family: Family = {
  ...alertsFamily,
  title: 'Webhook endpoints',
  description: 'Addresses that signed notices of alerts are posted to.',
};

export const eventType = z.enum(['alerts.triggered', 'alerts.resolved'] satisfies WebhookEventType[]);
export type WebhookEventType = 'alerts.triggered' | 'alerts.resolved';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function isDeliverable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const fields = {
  name: z.string().min(1, 'must have 1 to 255 characters').max(255, 'must have 1 to 255 characters'),
  /** https; http for an address of this machine only. */
  url: z.string().refine(isDeliverable, 'must be an https address'),
  event_types: z.array(eventType).min(1, 'must name at least one event type'),
  /** Sent along with each notice. */
  headers: z
    .record(
      z.string().regex(HEADER_NAME, 'must be the name of a header'),
      z.string().regex(/^[\t\x20-\x7e]*$/, 'must be a header value'),
    )
    .optional(),
  /** 1,000 to 30,000 milliseconds. Default 5,000. */
  timeout_ms: z
    .number({ error: 'must be a whole number from 1000 to 30000' })
    .int()
    .min(1000, 'must be a whole number from 1000 to 30000')
    .max(30_000, 'must be a whole number from 1000 to 30000')
    .optional(),
  /** Default true. */
  enabled: z.boolean().optional(),
};

const endpoint = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  event_types: z.array(eventType),
  headers: z.record(z.string(), z.string()),
  timeout_ms: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type WebhookEndpointWire = z.output<typeof endpoint>;

const endpointId = z.object({ endpoint_id: z.string().regex(/^whe_[A-Za-z0-9]+$/, 'must be an endpoint id, whe_…') });
const PATH = '/v1/webhook-endpoints';
const ONE = `${PATH}/{endpoint_id}`;

export const listWebhookEndpoints = defineRoute({
  family,
  name: 'listWebhookEndpoints',
  summary: 'All endpoints, without their secrets',
  method: 'GET',
  path: PATH,
  params: noFields,
  query: z.object({ enabled: flag.optional(), event_type: eventType.optional() }),
  body: noBody,
  status: 200,
  answer: z.object({ data: z.array(endpoint) }),
  failures: [400, 401, 429, 500],
});

export const createWebhookEndpoint = defineRoute({
  family,
  name: 'createWebhookEndpoint',
  summary: 'Makes an endpoint; only this answer holds its signing secret',
  method: 'POST',
  path: PATH,
  params: noFields,
  query: noFields,
  body: z.object(fields),
  status: 201,
  answer: endpoint.extend({ signing_secret: z.string() }),
  failures: [400, 401, 409, 422, 429, 500],
});

export const getWebhookEndpoint = defineRoute({
  family,
  name: 'getWebhookEndpoint',
  summary: 'One endpoint, without its secret',
  method: 'GET',
  path: ONE,
  params: endpointId,
  query: noFields,
  body: noBody,
  status: 200,
  answer: endpoint,
  failures: [401, 404, 422, 429, 500],
});

export const updateWebhookEndpoint = defineRoute({
  family,
  name: 'updateWebhookEndpoint',
  summary: 'Changes the fields that are given',
  method: 'PATCH',
  path: ONE,
  params: endpointId,
  query: noFields,
  body: z.object(fields).partial(),
  status: 200,
  answer: endpoint,
  failures: [400, 401, 404, 422, 429, 500],
});

export const deleteWebhookEndpoint = defineRoute({
  family,
  name: 'deleteWebhookEndpoint',
  summary: 'Removes an endpoint; nothing more is posted to it',
  method: 'DELETE',
  path: ONE,
  params: endpointId,
  query: noFields,
  body: noBody,
  status: 204,
  answer: noBody,
  failures: [401, 404, 422, 429, 500],
});

export const rotateWebhookSecret = defineRoute({
  family,
  name: 'rotateWebhookSecret',
  summary: 'A new signing secret; the old one is void at once',
  method: 'POST',
  path: `${ONE}/rotate-secret`,
  params: endpointId,
  query: noFields,
  body: noBody,
  status: 200,
  answer: z.object({ signing_secret: z.string() }),
  failures: [401, 404, 422, 429, 500],
});

export const webhooksRoutes = [
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
];

/** Body of a notice. */
export interface AlertNotice {
  readonly event_type: WebhookEventType;
  readonly alert: {
    readonly id: string;
    readonly name: string;
    readonly project_id: string | null;
    readonly metric: string;
    readonly operator: string;
    readonly threshold_value: number;
    readonly current_value: number;
    readonly previous_state: string;
    /** ISO 8601, on `alerts.triggered`. */
    readonly triggered_at?: string;
    /** ISO 8601, on `alerts.resolved`. */
    readonly resolved_at?: string;
  };
}
