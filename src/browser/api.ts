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
type Kind = Failure['failure']['kind'];

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
  if (!response.ok) return refusal(response, 'rejected');
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
  const { code, retryAfter } = readBrokerError(body) ?? {};
  if (code === 'origin_not_allowed') return failure(code);
  if (code === 'rate_limited') return failure(code, retryAfter ?? retryAfterSeconds(response));
  if (code === 'upstream_rejected') return failure('rejected');
  return refusal(response, 'bad_answer', retryAfter);
}

/** What a status says by itself; `otherwise` is what is left. */
function refusal(response: Response, otherwise: Kind, retryAfter = retryAfterSeconds(response)): Failure {
  if (response.status === 429) return failure('rate_limited', retryAfter);
  return response.status >= 500 ? failure('unavailable', retryAfter) : failure(otherwise);
}

function retryAfterSeconds(response: Response): number | undefined {
  return readRetryAfter(response.headers.get('retry-after'), Date.now());
}

/** `retryAfter` is in seconds. */
function failure(kind: Kind, retryAfter?: number): Failure {
  return { ok: false, failure: retryAfter === undefined ? { kind } : { kind, retryAfterMs: retryAfter * 1000 } };
}
