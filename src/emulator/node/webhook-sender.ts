/** Signs and posts the notices of webhooks. */

import { createHmac } from 'node:crypto';
import type { Dialect } from '../../contract/shape/route.ts';
import type { NoticeOutput } from '../store/state.ts';
import type { DeliveryOutcome } from '../webhooks/deliveries.ts';

/** Returns the headers of a signed notice, with the names of the dialect. */
export function signedHeaders(
  { secret, timestamp, eventId, body }: NoticeOutput,
  dialect: Dialect,
): Record<string, string> {
  const prefix = dialect === 'poly' ? 'X-PolyAI' : 'X-Service';
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'Content-Type': 'application/json',
    [`${prefix}-Timestamp`]: String(timestamp),
    [`${prefix}-Signature`]: signature,
    [`${prefix}-Event-ID`]: eventId,
  };
}

/** Posts a notice. Never rejected. */
export async function postNotice(notice: NoticeOutput, dialect: Dialect): Promise<DeliveryOutcome> {
  const headers = new Headers(notice.headers);
  // Sets the signature last: an endpoint's own headers must not replace it.
  for (const [name, value] of Object.entries(signedHeaders(notice, dialect))) headers.set(name, value);
  try {
    const response = await fetch(notice.url, {
      method: 'POST',
      headers,
      body: notice.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(notice.timeoutMs),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { error: isTimeout ? `no answer within ${notice.timeoutMs} ms` : 'network error' };
  }
}
