/** The HTTP port: the broker's token and probe calls, and the platform's sessions call. Returns failures as values; no promise is rejected. */

import type { Answer, Api, SessionOptions } from '../client/api/ports.ts';
import {
  readErrorFields,
  readProbeAnswer,
  readRetryAfter,
  readSessionId,
  readTokenGrant,
  SESSIONS_PATH,
  sessionRequestToWire,
  type TokenGrant,
} from '../protocol/http-api.ts';
import type { Prove } from './device-key.ts';
import { loadChallenge } from './load-challenge.ts';

/** Milliseconds after which a call counts as unanswered. */
const CALL_MS = 15_000;

type Failure = Extract<Answer<never>, { readonly ok: false }>;
type Kind = Failure['failure']['kind'];

interface ApiOptions {
  /** Proves that a request comes from this browser. Absent: tickets are not bound to this browser. */
  readonly prove?: Prove | undefined;
  /** True if the broker keeps tickets in cookies. Default false. */
  readonly hasCookies?: boolean | undefined;
  /** Returns the token of the site's own captcha, for brokers that want one. */
  readonly captcha?: (() => Promise<string>) | undefined;
  /** Returns the header `Authorization` for the broker. */
  readonly authorization?: Authorization | undefined;
}

export type Authorization = () => string | Promise<string>;

export function createApi(broker: string, { prove, hasCookies = false, captcha, authorization }: ApiOptions = {}): Api {
  const credentials = hasCookies ? 'include' : 'omit';
  const base = broker.replace(/\/+$/, '');

  async function askBroker<T>(
    path: string,
    request: BrokerRequest,
    read: (body: unknown) => T | undefined,
    /** Solves a challenge. Rejected if the code for it cannot be fetched. */
    solve?: (body: unknown) => Promise<string | undefined>,
  ): Promise<Answer<T>> {
    const proof = await prove?.(base + path, request.resume_ticket);
    const headers = await authorizationHeader(authorization);
    const reply = await post(base + path, headers, proof ? { ...request, proof } : request, { credentials });
    const answer = readReply(reply, request, read);
    if (answer.ok || !solve || answer.failure.kind !== 'challenge_required') return answer;
    return solve(reply?.body).then(
      solution => (solution ? askBroker(path, { ...request, solution }, read) : answer),
      () => failure('network'),
    );
  }

  return {
    fetchToken: (ticket, lasts) =>
      askBroker('/token', ticket ? { resume_ticket: ticket } : {}, readTokenGrant, body =>
        loadChallenge().then(chunk => chunk.solveChallenge(body, captcha, lasts)),
      ),
    probe: (id, ticket) => askBroker('/probe', { session_id: id, resume_ticket: ticket }, readProbeAnswer),
    createSession,
    // Sends plain text, which needs no preflight: after a preflight, a page that is being unloaded would not send the request itself.
    revoke(ticket) {
      const init = { credentials, keepalive: true } as const;
      void post(`${base}/revoke`, { 'content-type': 'text/plain' }, { resume_ticket: ticket }, init);
    },
  };
}

interface BrokerRequest {
  readonly session_id?: string;
  readonly resume_ticket?: string;
  readonly solution?: string;
}

/** Returns no header if the site's function fails or does not answer. The broker then decides whether it serves visitors who are not signed in. */
export async function authorizationHeader(authorization: Authorization | undefined): Promise<Record<string, string>> {
  if (!authorization) return {};
  try {
    const value = await Promise.race([authorization(), new Promise(resolve => setTimeout(resolve, CALL_MS))]);
    return typeof value === 'string' && value ? { authorization: value } : {};
  } catch {
    return {};
  }
}

function readReply<T>(
  reply: Reply | undefined,
  request: BrokerRequest,
  read: (body: unknown) => T | undefined,
): Answer<T> {
  // A proxy may have answered without CORS headers. Such an answer does not come from the broker, because every page can read the broker's
  // errors.
  if (!reply) return failure('network');
  // The ticket is the only part of these requests that may be wrong.
  if (reply.response.status === 400 && request.resume_ticket) return failure('ticket_refused');
  if (!reply.response.ok) return brokerFailure(reply);
  const value = read(reply.body);
  return value ? { ok: true, value } : failure('bad_answer');
}

async function createSession(grant: TokenGrant, options: SessionOptions): Promise<Answer<string>> {
  const { streaming, platform, deviceType } = options;
  const wire = sessionRequestToWire({ streamingEnabled: streaming, platform, ...(deviceType ? { deviceType } : {}) });
  const url = grant.messagingUrl.replace(/\/+$/, '') + SESSIONS_PATH;
  const reply = await post(url, { authorization: `Bearer ${grant.accessToken}` }, wire);
  if (!reply) return failure('network');
  const { response, body } = reply;
  if (response.status === 401) return failure('unauthorized');
  if (!response.ok) return refusal(response, 'rejected');
  const sessionId = readSessionId(body);
  return sessionId === undefined ? failure('bad_answer') : { ok: true, value: sessionId };
}

interface Reply {
  readonly response: Response;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
}

/**
 * Returns undefined if no response arrived, or if CORS does not allow this page to read it. One timeout covers headers and body, because either may
 * never arrive.
 */
async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
  init: RequestInit = {},
): Promise<Reply | undefined> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), CALL_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: timeout.signal,
      ...init,
    });
    return { response, body: await response.json().catch(() => undefined) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function brokerFailure({ response, body }: Reply): Failure {
  const { code, retryAfter } = readErrorFields(body) ?? {};
  if (code === 'origin_not_allowed' || code === 'challenge_required') return failure(code);
  if (code === 'upstream_rejected' || code === 'not_authorized') return failure('rejected');
  return refusal(response, 'bad_answer', retryAfter);
}

/** Returns the failure for a status: 429 and 5xx have their own kind, any other status has the kind `otherwise`. */
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
