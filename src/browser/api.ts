/** The HTTP port: the broker's token call and the platform's sessions call. Failures come back as answers, never as rejections. */

import type { Answer, Api, SessionOptions } from '../client/ports.ts';
import {
  readBrokerError,
  readRetryAfter,
  readSessionId,
  readTokenGrant,
  SESSIONS_PATH,
  sessionRequestToWire,
  type TokenGrant,
} from '../protocol/rest.ts';

/** A call that takes longer counts as unanswered, in milliseconds. */
const CALL_MS = 15_000;

type Failure = Extract<Answer<never>, { readonly ok: false }>;

export function createApi(broker: string): Api {
  const base = broker.replace(/\/+$/, '');
  return {
    fetchToken: () => fetchToken(base),
    createSession,
  };
}

async function fetchToken(base: string): Promise<Answer<TokenGrant>> {
  const response = await post(`${base}/token`, {}, {});
  if (!response) return (await answersAtAll(base)) ? failure('origin_not_allowed') : failure('network');
  const body = await readJson(response);
  if (!response.ok) return brokerFailure(response, body);
  const grant = readTokenGrant(body);
  return grant ? { ok: true, value: grant } : failure('bad_answer');
}

async function createSession(grant: TokenGrant, options: SessionOptions): Promise<Answer<string>> {
  const { streaming, platform, deviceType } = options;
  const wire = sessionRequestToWire({ streamingEnabled: streaming, platform, ...(deviceType ? { deviceType } : {}) });
  const url = grant.messagingUrl.replace(/\/+$/, '') + SESSIONS_PATH;
  const response = await post(url, { authorization: `Bearer ${grant.accessToken}` }, wire);
  if (!response) return failure('network');
  if (response.status === 401) return failure('unauthorized');
  if (response.status === 429) return failure('rate_limited', retryAfterMs(response));
  if (response.status >= 500) return failure('unavailable', retryAfterMs(response));
  if (!response.ok) return failure('rejected');
  const sessionId = readSessionId(await readJson(response));
  return sessionId === undefined ? failure('bad_answer') : { ok: true, value: sessionId };
}

/** Undefined when there was no answer, or none that this page may read. */
async function post(url: string, headers: Record<string, string>, body: object): Promise<Response | undefined> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), CALL_MS);
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: timeout.signal,
    });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A page whose origin is not allowed cannot read the broker's refusal: to it, no CORS headers look like no network. An opaque request
 * does come back when somebody is there, and tells the two apart.
 */
async function answersAtAll(base: string): Promise<boolean> {
  try {
    await fetch(`${base}/health`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function brokerFailure(response: Response, body: unknown): Failure {
  const error = readBrokerError(body);
  const waitMs = error?.retryAfter === undefined ? retryAfterMs(response) : error.retryAfter * 1000;
  if (error?.code === 'origin_not_allowed') return failure('origin_not_allowed');
  if (error?.code === 'rate_limited' || response.status === 429) return failure('rate_limited', waitMs);
  if (error?.code === 'upstream_rejected') return failure('rejected');
  if (response.status >= 500) return failure('unavailable', waitMs);
  return failure('bad_answer');
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = readRetryAfter(response.headers.get('retry-after'), Date.now());
  return seconds === undefined ? undefined : seconds * 1000;
}

function failure(kind: Failure['failure']['kind'], retryAfterMs?: number): Failure {
  return { ok: false, failure: retryAfterMs === undefined ? { kind } : { kind, retryAfterMs } };
}
