/**
 * POST /probe: tries the socket's handshake for a page and returns its HTTP status. A browser reports a lost session, a refused token and a broken
 * network in the same way, as close code 1006. The handler checks origin and rate limit first. The host provides the handshake as a port, because
 * `fetch` cannot make one.
 */

import { limitedSeconds, type ProbeAnswer, socketUrl } from '../../protocol/http-api.ts';
import type { Log } from '../log/log.ts';
import { acceptTicket, type TicketDesk } from './accept-ticket.ts';
import { type DelayPort, networkCause, withTimeout } from './call-timeout.ts';
import { postedField, readPostedObject } from './request-body.ts';
import { failure, type Outcome, success } from './responses.ts';
import type { Visit } from './visit.ts';

/** Probes per minute and client address. Pages probe after failed handshakes, with pauses between them. */
export const PROBE_RATE_LIMIT = 10;

const MAX_SESSION_ID_CHARS = 200;

const HINT = 'Send {"session_id": "…", "resume_ticket": "…"}.';

/** The platform's answer to a handshake. */
export interface HandshakeAnswer {
  /** HTTP status of the answer to the upgrade request; 101 if the socket would open. */
  readonly status: number;
  /** Seconds from the Retry-After header; null without one. */
  readonly retryAfter: number | null;
}

/**
 * Requests a WebSocket at `url` and resolves with the answer. `url` is `ws:` or `wss:`; it must not be logged, because it contains the access
 * token. After a 101, closes the connection before the promise resolves, because a session may have few sockets. Rejected if no answer arrives. An
 * aborted signal ends the attempt and its connection. A redirect counts as an answer and is not followed.
 */
export type HandshakePort = (url: string, signal: AbortSignal) => Promise<HandshakeAnswer>;

export interface ProbeEndpointOptions {
  readonly handshake: HandshakePort;
  readonly desk: TicketDesk;
  /** Without a closing slash. */
  readonly platformUrl: string;
  readonly delay: DelayPort;
}

/** Handles one request of an allowed origin. */
export type ProbeEndpoint = (request: Request, visit: Visit) => Promise<Outcome<ProbeAnswer>>;

export function createProbeEndpoint(options: ProbeEndpointOptions): ProbeEndpoint {
  return async (request, visit) => {
    const posted = await readProbeRequest(request);
    if (!posted.ok) return posted;
    const { sessionId, ticket, proof } = posted.value;
    const hint = 'Ask POST /token for a new token and ticket.';
    const presented = await acceptTicket(options.desk, visit, { ticket, proof, path: '/probe', hint });
    if (!presented.ok) return presented;
    const query = { accessToken: presented.value.token, sessionId, cursor: null };
    return success(await attemptHandshake(options, socketUrl(options.platformUrl, query), visit));
  };
}

interface ProbeRequest {
  readonly sessionId: string;
  readonly ticket: string;
  readonly proof: unknown;
}

async function readProbeRequest(request: Request): Promise<Outcome<ProbeRequest>> {
  const posted = await readPostedObject(request, HINT);
  if (!posted.ok) return posted;
  const sessionId = postedField(posted.value, 'session_id');
  if (!isSessionId(sessionId)) {
    const form = `a string of 1 to ${MAX_SESSION_ID_CHARS} characters without control characters`;
    return failure('bad_request', `session_id is not ${form}. ${HINT}`);
  }
  const ticket = postedField(posted.value, 'resume_ticket');
  if (typeof ticket !== 'string') return failure('bad_request', `resume_ticket is not a string. ${HINT}`);
  return success({ sessionId, ticket, proof: postedField(posted.value, 'proof') });
}

/** Returns true for a usable session id. An id with half a surrogate pair is not usable, because it cannot be part of a URL. */
function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_SESSION_ID_CHARS && /^[^\p{Cc}\p{Cs}]+$/u.test(value);
}

async function attemptHandshake(
  options: ProbeEndpointOptions,
  url: string,
  { origin, log }: Visit,
): Promise<ProbeAnswer> {
  const { handshake, delay } = options;
  try {
    const answer = await withTimeout(delay, signal => handshake(url, signal));
    return answer ? toProbeAnswer(log, origin, answer) : noProbeAnswer(log, origin, 'timeout');
  } catch (error) {
    return noProbeAnswer(log, origin, networkCause(error));
  }
}

function toProbeAnswer(log: Log, origin: string, { status, retryAfter }: HandshakeAnswer): ProbeAnswer {
  if (!Number.isInteger(status) || status < 100 || status > 599) return noProbeAnswer(log, origin, 'unreadable answer');
  const wait =
    retryAfter === null || !Number.isFinite(retryAfter) || retryAfter < 0
      ? {}
      : { retryAfter: limitedSeconds(Math.ceil(retryAfter)) };
  log.info('probe_answered', { origin, status, ...wait });
  return { status, ...wait };
}

function noProbeAnswer(log: Log, origin: string, cause: string): ProbeAnswer {
  log.warn('probe_unanswered', { origin, cause });
  return { status: 0 };
}
