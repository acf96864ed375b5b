/** The calls that create, change and delete webhook endpoints, and replace their secrets. */

import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '../../contract/families/webhooks.ts';
import { Problem } from '../model/problem.ts';
import { shortId } from '../model/short-id.ts';
import { handle } from '../rest/call.ts';
import type { Core } from '../store/state.ts';
import { endpointJson, type WebhookEndpoint } from '../store/webhook-endpoints.ts';

const MOST_ENDPOINTS = 10;
const TIMEOUT_MS = 5_000;

export const webhooksHandlers = [
  handle(listWebhookEndpoints, (core, { query }) => {
    const endpoints = [...core.webhookEndpoints.values()].filter(
      each =>
        (query.enabled === undefined || each.enabled === query.enabled) &&
        (query.event_type === undefined || each.eventTypes.includes(query.event_type)),
    );
    return { status: 200, body: { data: endpoints.map(endpointJson) } };
  }),

  handle(createWebhookEndpoint, (core, { at, body }) => {
    if (core.webhookEndpoints.size >= MOST_ENDPOINTS) {
      throw new Problem(409, `An account has at most ${MOST_ENDPOINTS} webhook endpoints.`);
    }
    const endpoint: WebhookEndpoint = {
      id: `whe_${shortId(core)}`,
      name: body.name,
      url: body.url,
      enabled: body.enabled ?? true,
      eventTypes: body.event_types,
      headers: body.headers ?? {},
      timeoutMs: body.timeout_ms ?? TIMEOUT_MS,
      secret: newSecret(core),
      createdAt: at,
      updatedAt: at,
    };
    core.webhookEndpoints.set(endpoint.id, endpoint);
    return { status: 201, body: { ...endpointJson(endpoint), signing_secret: endpoint.secret } };
  }),

  handle(getWebhookEndpoint, (core, { params }) => ({ status: 200, body: endpointJson(endpointOf(core, params)) })),

  handle(updateWebhookEndpoint, (core, { at, params, body }) => {
    const endpoint = endpointOf(core, params);
    endpoint.name = body.name ?? endpoint.name;
    endpoint.url = body.url ?? endpoint.url;
    endpoint.enabled = body.enabled ?? endpoint.enabled;
    endpoint.eventTypes = body.event_types ?? endpoint.eventTypes;
    endpoint.headers = body.headers ?? endpoint.headers;
    endpoint.timeoutMs = body.timeout_ms ?? endpoint.timeoutMs;
    endpoint.updatedAt = at;
    return { status: 200, body: endpointJson(endpoint) };
  }),

  handle(deleteWebhookEndpoint, (core, { params }) => {
    core.webhookEndpoints.delete(endpointOf(core, params).id);
    return { status: 204 };
  }),

  handle(rotateWebhookSecret, (core, { at, params }) => {
    const endpoint = endpointOf(core, params);
    endpoint.secret = newSecret(core);
    endpoint.updatedAt = at;
    return { status: 200, body: { signing_secret: endpoint.secret } };
  }),
];

function endpointOf(core: Core, { endpoint_id: id }: { readonly endpoint_id: string }): WebhookEndpoint {
  const endpoint = core.webhookEndpoints.get(id);
  if (!endpoint) throw new Problem(404, 'There is no such webhook endpoint.');
  return endpoint;
}

/** Returns `whsec_` and 43 letters and digits. */
function newSecret(core: Core): string {
  const { random } = core.settings;
  return `whsec_${`${random.uuid()}${random.uuid()}`.replaceAll('-', '').slice(0, 43)}`;
}
