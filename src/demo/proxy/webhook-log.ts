/** Receives the notices of alerts for the console: subscribes, keeps the signing secret, verifies each delivery and lists what came. */

import { type AlertNotice, createPlatform, verifyWebhook } from '../../entries/platform.ts';
import type { PlatformAccess } from './admission.ts';

export interface Delivery {
  /** ISO 8601, by the clock of this machine. */
  readonly at: string;
  readonly verdict: 'verified' | 'repeated' | 'unsigned' | 'stale' | 'forged' | 'unreadable';
  /** Empty if the delivery was refused. */
  readonly eventId: string;
  /** Null if the delivery was refused: its content is not to be trusted. */
  readonly notice: AlertNotice | null;
}

export interface WebhookState {
  /** Id of the endpoint that posts here; null before the first subscription. */
  readonly endpointId: string | null;
  readonly deliveries: readonly Delivery[];
}

export interface WebhookLog {
  state(): WebhookState;
  /** Creates the endpoint once. Rejected with the platform's error. */
  subscribe(access: PlatformAccess, url: string): Promise<WebhookState>;
  /** Deletes the endpoint. */
  unsubscribe(access: PlatformAccess): Promise<WebhookState>;
  /** Verifies and lists a delivery. Returns the status to answer with. */
  receive(access: PlatformAccess, request: Request): Promise<number>;
}

const MOST_LISTED = 200;

export function createWebhookLog(): WebhookLog {
  let endpoint: { readonly id: string; readonly secret: string } | null = null;
  let deliveries: readonly Delivery[] = [];
  const seen = new Set<string>();
  const store = { seen: (id: string): boolean => seen.has(id) || !seen.add(id) };
  const state = (): WebhookState => ({ endpointId: endpoint?.id ?? null, deliveries });
  return {
    state,
    async subscribe(access, url) {
      if (endpoint) return state();
      const events = ['alerts.triggered', 'alerts.resolved'] as const;
      const body = { name: 'QA console', url, event_types: [...events] };
      const { id, signing_secret: secret } = await createPlatform(access.options).webhooks.create(body);
      endpoint = { id, secret };
      return state();
    },
    async unsubscribe(access) {
      if (endpoint) await createPlatform(access.options).webhooks.delete(endpoint.id);
      endpoint = null;
      return state();
    },
    async receive(access, request) {
      const at = new Date().toISOString();
      const now = await access.now();
      const read = await verifyWebhook(request, endpoint?.secret ?? '', { store, now: () => now });
      const delivery: Delivery = read.ok
        ? { at, verdict: read.repeated ? 'repeated' : 'verified', eventId: read.eventId, notice: read.notice }
        : { at, verdict: read.reason, eventId: '', notice: null };
      deliveries = [...deliveries, delivery].slice(-MOST_LISTED);
      return read.ok ? 200 : 401;
    },
  };
}
