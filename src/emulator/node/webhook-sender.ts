/** Signs a notice and posts it, for the brain. */

import { createHmac } from 'node:crypto';
import type { Dialect } from '../../contract/shape/route.ts';
import type { NoticeOutput } from '../store/state.ts';
import type { DeliveryOutcome } from '../webhooks/deliveries.ts';

/** Headers of a signed notice by the dialect. */
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

/** Posts a notice. Never rejects. */
export async function postNotice(notice: NoticeOutput, dialect: Dialect): Promise<DeliveryOutcome> {
  const headers = new Headers(notice.headers);
  // Headers of the endpoint's own cannot replace these.
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
