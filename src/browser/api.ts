/** The HTTP port: the broker's token and probe calls and the platform's sessions call. Failures are returned; nothing is rejected. */

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
import { loadChallenge } from './load-challenge.ts';

/** A call that takes longer counts as unanswered, in milliseconds. */
const CALL_MS = 15_000;

type Failure = Extract<Answer<never>, { readonly ok: false }>;
type Kind = Failure['failure']['kind'];

/** `ask` returns the token of the site's own captcha, for brokers that want one. */
export function createApi(broker: string, ask?: () => Promise<string>): Api {
  const base = broker.replace(/\/+$/, '');
  return {
    fetchToken: (ticket, lasts) =>
      askBroker(base, '/token', ticket ? { resume_ticket: ticket } : {}, readTokenGrant, body =>
        loadChallenge().then(chunk => chunk.solveChallenge(body, ask, lasts)),
      ),
    probe: (id, ticket) => askBroker(base, '/probe', { session_id: id, resume_ticket: ticket }, readProbeAnswer),
    createSession,
  };
}

interface BrokerRequest {
  readonly session_id?: string;
  readonly resume_ticket?: string;
  readonly solution?: string;
}

async function askBroker<T>(
  base: string,
  path: string,
  request: BrokerRequest,
  read: (body: unknown) => T | undefined,
  /** Solves a challenge. Rejected if the code for it cannot be fetched. */
  solve?: (body: unknown) => Promise<string | undefined>,
): Promise<Answer<T>> {
  const reply = await post(base + path, {}, request);
  // Perhaps a proxy answered without CORS headers, which is no word of the broker: its own errors can be read by every page.
  if (!reply) return failure('network');
  // All that a page can get wrong in these requests is the ticket.
  if (reply.response.status === 400 && request.resume_ticket) return failure('ticket_refused');
  if (!reply.response.ok) {
    const refused = brokerFailure(reply);
    if (!solve || refused.failure.kind !== 'challenge_required') return refused;
    return solve(reply.body).then(
      solution => (solution ? askBroker(base, path, { ...request, solution }, read) : refused),
      () => failure('network'),
    );
  }
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
  /** Undefined when it cannot be read as JSON. */
  readonly body: unknown;
}

/**
 * Returns undefined if there was no answer, or none that this page may read. One timeout covers the answer and its body, because either may
 * never come.
 */
async function post(url: string, headers: Record<string, string>, body: object): Promise<Reply | undefined> {
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
  if (code === 'upstream_rejected') return failure('rejected');
  return refusal(response, 'bad_answer', retryAfter);
}

/** Returns the kind of failure that a status stands for; `otherwise` for every other status. */
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
