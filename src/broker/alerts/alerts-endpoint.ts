/**
 * POST /webhooks/alerts: receives the platform's notices that an alert fires or is resolved. The signature proves who sends them, so no origin is
 * checked. A notice that comes again, or after a later one of the same rule, changes nothing.
 */

import type { AlertNotice } from '../../contract/shape/alert-notice.ts';
import { type VerifiedWebhook, verifyWebhook } from '../../platform/verify-webhook.ts';
import { readLimitedBody } from '../endpoints/request-body.ts';
import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { Log } from '../log/log.ts';
import type { MarkStore } from '../tickets/marks.ts';
import type { AlertChange, AlertStore } from './alert-store.ts';
import { LEVEL_OF_METRIC } from './platform-level.ts';

/** The platform repeats a notice for five and a half hours. */
const REPEATED_MS = 6 * 3_600_000;
/** Largest accepted body. A notice has a few hundred bytes; anyone can send a body before the signature is checked. */
const MAX_NOTICE_BYTES = 65_536;

type Refusal = Extract<VerifiedWebhook, { readonly ok: false }>['reason'];

const REFUSALS: Readonly<Record<Refusal, string>> = {
  unsigned: 'The notice has no signature that can be read.',
  stale: 'The timestamp of the notice is more than five minutes from now.',
  forged: 'The signature of the notice does not fit.',
  unreadable: 'The notice is signed, but it is not one of an alert.',
};

const MENDS: Readonly<Record<Refusal, string>> = {
  unsigned: 'nothing, unless it comes from your platform: then a proxy drops its headers',
  stale: 'the clock of this machine, unless somebody sends old notices again',
  forged:
    'NATTER_WEBHOOK_SECRETS, if it comes from your platform: is it the secret of this endpoint, after its last rotation?',
  unreadable: 'nothing here: the platform sends what this version does not know',
};

const TOO_LARGE = failure('too_large', `The notice is larger than ${MAX_NOTICE_BYTES} bytes.`);
const UNREADABLE = failure('bad_request', 'The notice could not be read as UTF-8 text.');

export interface AlertsEndpointOptions {
  readonly secrets: readonly string[];
  readonly alerts: AlertStore;
  readonly marks: MarkStore;
  readonly now: () => number;
}

export type AlertsEndpoint = (request: Request, log: Log) => Promise<Outcome<object>>;

export function createAlertsEndpoint({ secrets, alerts, marks, now }: AlertsEndpointOptions): AlertsEndpoint {
  const store = { seen: async (eventId: string) => !(await marks.set(`alert|${eventId}`, REPEATED_MS)) };
  return async (request, log) => {
    const refuse = (reason: Refusal): Outcome<never> => {
      log.warn('alert_refused', { reason, mend: MENDS[reason] });
      return failure(reason === 'unreadable' ? 'bad_request' : 'not_authorized', REFUSALS[reason]);
    };
    const body = await readLimitedBody(request, MAX_NOTICE_BYTES);
    if (!body.ok) return body.reason === 'too_large' ? TOO_LARGE : UNREADABLE;
    const { url, method, headers } = request;
    const delivery = new Request(url, { method, headers, body: body.text });
    const verified = await verifyWebhook(delivery, secrets, { store, now });
    if (!verified.ok) return refuse(verified.reason);
    if (verified.repeated) return success({});
    const change = readChange(verified.notice);
    if (!change) return refuse('unreadable');
    const { metric, isFiring } = change;
    const isKnown = Object.hasOwn(LEVEL_OF_METRIC, metric);
    log.info(isFiring ? 'alert_triggered' : 'alert_resolved', isKnown ? { metric } : { isKnown });
    await alerts.put(change);
    return success({});
  };
}

function readChange(notice: AlertNotice): AlertChange | undefined {
  const { event_type: type, alert } = notice as { readonly event_type: unknown; readonly alert?: unknown };
  if (typeof alert !== 'object' || alert === null) return undefined;
  const isFiring = type === 'alerts.triggered';
  const { id: rule, metric, triggered_at, resolved_at } = alert as Readonly<Record<string, unknown>>;
  const time = isFiring ? triggered_at : resolved_at;
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  if (typeof rule !== 'string' || typeof metric !== 'string' || !(at > 0)) return undefined;
  if (!isFiring && type !== 'alerts.resolved') return undefined;
  return /^[\w.:-]{1,100}$/.test(rule) && /^\w{1,60}$/.test(metric) ? { rule, metric, isFiring, at } : undefined;
}
