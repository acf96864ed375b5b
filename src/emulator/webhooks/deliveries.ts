/**
 * Sends notices to the endpoints that subscribe to them, and repeats failed attempts on schedule. The host signs and posts them, and reports the
 * outcome to `delivered`.
 */

import type { AlertNotice } from '../../contract/shape/alert-notice.ts';
import { shortId } from '../model/short-id.ts';
import type { Core } from '../store/state.ts';
import type { Attempt, Delivery } from '../store/webhook-endpoints.ts';

const MINUTE = 60_000;
/** Pauses between attempts. There are six attempts in all. */
const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 240 * MINUTE];
const KEPT_ATTEMPTS = 1_000;

/** Outcome of one attempt: an HTTP status, or the reason why there was none. */
export type DeliveryOutcome = { readonly status: number } | { readonly error: string };

export function sendNotice(core: Core, at: number, notice: AlertNotice): void {
  for (const endpoint of core.webhookEndpoints.values()) {
    if (!endpoint.enabled || !endpoint.eventTypes.includes(notice.event_type)) continue;
    post(core, at, { eventId: `evt_${shortId(core)}`, endpointId: endpoint.id, notice, attempt: 1 });
  }
}

function post(core: Core, at: number, delivery: Delivery): void {
  const endpoint = core.webhookEndpoints.get(delivery.endpointId);
  // Sends nothing if the endpoint has been deleted or disabled meanwhile.
  if (!endpoint?.enabled) return;
  const id = shortId(core);
  const { eventId, notice, attempt } = delivery;
  const entry: Attempt = {
    event_id: eventId,
    endpoint_id: endpoint.id,
    event_type: notice.event_type,
    attempt,
    at: new Date(at).toISOString(),
    next_at: null,
  };
  core.attempts.push(entry);
  if (core.attempts.length > KEPT_ATTEMPTS) core.attempts.shift();
  core.deliveries.set(id, { delivery, entry });
  core.out.push({
    kind: 'post',
    deliveryId: id,
    url: endpoint.url,
    headers: endpoint.headers,
    body: JSON.stringify(notice),
    secret: endpoint.secret,
    eventId,
    timestamp: Math.floor(at / 1000),
    timeoutMs: endpoint.timeoutMs,
  });
}

/** Takes the outcome of an attempt. */
export function delivered(core: Core, at: number, id: string, outcome: DeliveryOutcome): void {
  const found = core.deliveries.get(id);
  if (!found) return;
  core.deliveries.delete(id);
  const { delivery, entry } = found;
  Object.assign(entry, outcome);
  const pauseMs = isRepeated(outcome) ? PAUSES_MS[delivery.attempt - 1] : undefined;
  if (pauseMs === undefined) return;
  entry.next_at = new Date(at + pauseMs).toISOString();
  core.queue.add(at + pauseMs, due => post(core, due, { ...delivery, attempt: delivery.attempt + 1 }));
}

/** Returns true for timeouts, network errors, 408, 429 and 5xx. Other statuses are final, redirects included. */
function isRepeated(outcome: DeliveryOutcome): boolean {
  if ('error' in outcome) return true;
  return outcome.status === 408 || outcome.status === 429 || outcome.status >= 500;
}
