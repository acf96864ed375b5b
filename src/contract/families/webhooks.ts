/** Webhook endpoints: addresses that notices of alerts are posted to (specification 2.7, 4.10, 6.1). */

import { z } from 'zod';
import { flag } from '../shape/fields.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';
import { alertsFamily } from './alerts.ts';

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
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers of the connection. With other values for them a notice could not be delivered. */
const OF_THE_CONNECTION = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

const isOwnHeader = (name: string): boolean => !OF_THE_CONNECTION.has(name.toLowerCase());

const fields = {
  name: z
    .string()
    .min(1, 'must have 1 to 255 characters')
    .max(255, 'must have 1 to 255 characters')
    .describe('Name of the endpoint, 1 to 255 characters.'),
  url: z
    .string()
    .refine(isDeliverable, 'must be an https address without a user name or password')
    .describe(
      'Address that notices are posted to: https, or http for an address of this machine; without a user name or password.',
    ),
  event_types: z
    .array(eventType)
    .min(1, 'must name at least one event type')
    .describe('Events that are posted: `alerts.triggered`, `alerts.resolved`; at least one.'),
  headers: z
    .record(
      z
        .string()
        .regex(HEADER_NAME, 'must be the name of a header')
        .refine(isOwnHeader, 'must be no header of the connection, such as Host or Content-Length'),
      z.string().regex(/^[\t\x20-\x7e]*$/, 'must be a header value'),
    )
    .optional()
    .describe(
      'Headers that are sent along with each notice, by name; none of the connection, such as `Host` and `Content-Length`. Default: none.',
    ),
  timeout_ms: z
    .number({ error: 'must be a whole number from 1000 to 30000' })
    .int()
    .min(1000, 'must be a whole number from 1000 to 30000')
    .max(30_000, 'must be a whole number from 1000 to 30000')
    .optional()
    .describe('Longest wait for an answer, 1,000 to 30,000 milliseconds. Default: 5,000.'),
  enabled: z.boolean().optional().describe('False: nothing is posted. Default: true.'),
};

const endpoint = z.object({
  id: z.string().describe('Id of the endpoint, `whe_…`.'),
  name: z.string().describe('Name of the endpoint, 1 to 255 characters.'),
  url: z.string().describe('Address that notices are posted to: https, or http for an address of this machine.'),
  enabled: z.boolean().describe('False: nothing is posted.'),
  event_types: z
    .array(eventType)
    .describe('Events that are posted: `alerts.triggered`, `alerts.resolved`; at least one.'),
  headers: z.record(z.string(), z.string()).describe('Headers that are sent along with each notice, by name.'),
  timeout_ms: z.number().describe('Longest wait for an answer, in milliseconds.'),
  created_at: z.string().describe('Time at which the endpoint was made, ISO 8601.'),
  updated_at: z.string().describe('Time of the last change, ISO 8601.'),
});

export type WebhookEndpointWire = z.output<typeof endpoint>;

const endpointId = z.object({
  endpoint_id: z
    .string()
    .regex(/^whe_[A-Za-z0-9]+$/, 'must be an endpoint id, whe_…')
    .describe('Id of the endpoint, `whe_…`.'),
});
const PATH = '/v1/webhook-endpoints';
const ONE = `${PATH}/{endpoint_id}`;

export const listWebhookEndpoints = defineRoute({
  family,
  name: 'listWebhookEndpoints',
  description: 'The whole list, without pages, with filters.',
  sections: '2.7, 4.10, 7.1',
  summary: 'All endpoints, without their secrets',
  method: 'GET',
  path: PATH,
  params: noFields,
  query: z.object({
    enabled: flag.optional().describe('Only endpoints that are switched on, or off.'),
    event_type: eventType.optional().describe('Only endpoints for this event.'),
  }),
  body: noBody,
  status: 200,
  answer: z.object({
    data: z.array(endpoint).describe('The endpoints, in the order in which they were made, without their secrets.'),
  }),
  failures: [400, 401, 429, 500],
});

export const createWebhookEndpoint = defineRoute({
  family,
  name: 'createWebhookEndpoint',
  description:
    'From then on each notice of its events is posted to it, signed. Keep the secret: no other answer holds it. 409 for the eleventh endpoint.',
  sections: '2.7, 4.10, 6.1, 7.1',
  summary: 'Makes an endpoint; only this answer holds its signing secret',
  method: 'POST',
  path: PATH,
  params: noFields,
  query: noFields,
  body: z.object(fields),
  status: 201,
  answer: endpoint.extend({
    signing_secret: z.string().describe('Secret that notices are signed with, `whsec_…`; shown here only.'),
  }),
  failures: [400, 401, 409, 422, 429, 500],
});

export const getWebhookEndpoint = defineRoute({
  family,
  name: 'getWebhookEndpoint',
  description: 'The endpoint as it is now.',
  sections: '2.7, 7.1',
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
  description:
    'Fields that are not given stay; `headers` and `event_types` are replaced whole. Nothing is posted while `enabled` is false.',
  sections: '2.7, 4.10, 7.1',
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
  description: 'Repeats that are still to come are dropped, too.',
  sections: '4.10, 7.1',
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
  description:
    'There is no overlap: give receivers the new secret beside the old one at once. Repeats are signed with the new one.',
  sections: '2.7, 7.1',
  summary: 'A new signing secret; the old one is void at once',
  method: 'POST',
  path: `${ONE}/rotate-secret`,
  params: endpointId,
  query: noFields,
  body: noBody,
  status: 200,
  answer: z.object({ signing_secret: z.string().describe('The new secret, `whsec_…`; the old one is void at once.') }),
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

/** Body of a notice that an alert fires or has been resolved. */
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
    /** Time of the alert, ISO 8601; with `alerts.triggered` only. */
    readonly triggered_at?: string;
    /** Time of the resolution, ISO 8601; with `alerts.resolved` only. */
    readonly resolved_at?: string;
  };
}
