/** Webhook endpoints: addresses to which notices of alerts are posted (specification 2.7, 4.10, 6.1). */

import { z } from 'zod';
import type { WebhookEventType } from '../shape/alert-notice.ts';
import { flag } from '../shape/fields.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';
import { alertsFamily } from './alerts.ts';

const family: Family = {
  ...alertsFamily,
  title: 'Webhook endpoints',
  description: 'Addresses that signed notices of alerts are posted to.',
};

export const eventType = z.enum(['alerts.triggered', 'alerts.resolved'] satisfies WebhookEventType[]);

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function isDeliverable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers of the connection. An endpoint may not set them, because notices could then not be delivered. */
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
    .describe('Events that are posted: `alerts.triggered` and `alerts.resolved`, or one of them.'),
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
      'Additional headers of each notice, by name. Headers of the connection, such as `Host` and `Content-Length`, are refused. Default: none.',
    ),
  timeout_ms: z
    .number({ error: 'must be a whole number from 1000 to 30000' })
    .int()
    .min(1000, 'must be a whole number from 1000 to 30000')
    .max(30_000, 'must be a whole number from 1000 to 30000')
    .optional()
    .describe('Longest wait for a response, 1,000 to 30,000 milliseconds. Default: 5,000.'),
  enabled: z.boolean().optional().describe('False: no notices are posted. Default: true.'),
};

const endpoint = z.object({
  id: z.string().describe('Id of the endpoint, `whe_…`.'),
  name: z.string().describe('Name of the endpoint, 1 to 255 characters.'),
  url: z.string().describe('Address that notices are posted to: https, or http for an address of this machine.'),
  enabled: z.boolean().describe('False: no notices are posted.'),
  event_types: z
    .array(eventType)
    .describe('Events that are posted: `alerts.triggered` and `alerts.resolved`, or one of them.'),
  headers: z.record(z.string(), z.string()).describe('Additional headers of each notice, by name.'),
  timeout_ms: z.number().describe('Longest wait for a response, in milliseconds.'),
  created_at: z.string().describe('Time at which the endpoint was created, ISO 8601.'),
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
  description: 'Returns all that match the filters, without pages.',
  sections: '2.7, 4.10, 7.1',
  summary: 'All endpoints, without their secrets',
  method: 'GET',
  path: PATH,
  params: noFields,
  query: z.object({
    enabled: flag.optional().describe('True: only enabled endpoints; false: only disabled ones.'),
    event_type: eventType.optional().describe('Only endpoints for this event.'),
  }),
  body: noBody,
  status: 200,
  answer: z.object({
    data: z.array(endpoint).describe('The endpoints, in the order of their creation, without their secrets.'),
  }),
  failures: [400, 401, 429, 500],
});

export const createWebhookEndpoint = defineRoute({
  family,
  name: 'createWebhookEndpoint',
  description:
    'From now on, notices of its events are signed and posted to the endpoint. Store the secret: no other response contains it. 409 for the eleventh endpoint.',
  sections: '2.7, 4.10, 6.1, 7.1',
  summary: 'Creates an endpoint; only this response contains its signing secret',
  method: 'POST',
  path: PATH,
  params: noFields,
  query: noFields,
  body: z.object(fields),
  status: 201,
  answer: endpoint.extend({
    signing_secret: z.string().describe('Secret that signs the notices, `whsec_…`. Only this response contains it.'),
  }),
  failures: [400, 401, 409, 422, 429, 500],
});

export const getWebhookEndpoint = defineRoute({
  family,
  name: 'getWebhookEndpoint',
  description: 'Returns the current settings of the endpoint.',
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
    'Omitted fields keep their values. Given `headers` and `event_types` replace the old ones completely. No notices are posted while `enabled` is false.',
  sections: '2.7, 4.10, 7.1',
  summary: 'Changes the given fields',
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
  description: 'Pending retries are dropped as well.',
  sections: '4.10, 7.1',
  summary: 'Deletes an endpoint; no more notices are posted to it',
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
    'The old secret is invalid at once, and retries are signed with the new one. Let your servers accept both secrets until all of them have the new one.',
  sections: '2.7, 7.1',
  summary: 'Replaces the signing secret; the old one is invalid at once',
  method: 'POST',
  path: `${ONE}/rotate-secret`,
  params: endpointId,
  query: noFields,
  body: noBody,
  status: 200,
  answer: z.object({
    signing_secret: z.string().describe('The new secret, `whsec_…`. The old one is invalid at once.'),
  }),
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
