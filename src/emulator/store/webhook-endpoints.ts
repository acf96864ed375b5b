/** Webhook endpoints, and the attempts to deliver notices to them. */

import type { WebhookEndpointWire } from '../../contract/families/webhooks.ts';
import type { AlertNotice, WebhookEventType } from '../../contract/shape/alert-notice.ts';

export interface WebhookEndpoint {
  readonly id: string;
  name: string;
  url: string;
  enabled: boolean;
  eventTypes: readonly WebhookEventType[];
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  secret: string;
  readonly createdAt: number;
  updatedAt: number;
}

/** One attempt to post a notice, as the control API shows it. */
export interface Attempt {
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly event_type: WebhookEventType;
  readonly attempt: number;
  readonly at: string;
  /** HTTP status of the response; absent while the attempt is in progress, and if there was no response. */
  status?: number;
  error?: string;
  /** Time of the next attempt, or null. */
  next_at: string | null;
}

/** A notice on its way to one endpoint. */
export interface Delivery {
  readonly eventId: string;
  readonly endpointId: string;
  readonly notice: AlertNotice;
  attempt: number;
}

const iso = (at: number): string => new Date(at).toISOString();

/** Returns the endpoint as JSON, without its secret. */
export function endpointJson(endpoint: WebhookEndpoint): WebhookEndpointWire {
  return {
    id: endpoint.id,
    name: endpoint.name,
    url: endpoint.url,
    enabled: endpoint.enabled,
    event_types: [...endpoint.eventTypes],
    headers: endpoint.headers,
    timeout_ms: endpoint.timeoutMs,
    created_at: iso(endpoint.createdAt),
    updated_at: iso(endpoint.updatedAt),
  };
}
