/** One request to an interface of the platform, with a time limit. Never repeated: a call that was placed twice would ring twice. */

import { type AskPorts, askPlatform } from '../endpoints/ask-platform.ts';
import { type DelayPort, networkCause, withTimeout } from '../endpoints/call-timeout.ts';
import { failure, type Outcome } from '../endpoints/responses.ts';
import type { Visit } from '../endpoints/visit.ts';

const MAX_ANSWER_BYTES = 65_536;

/** Causes with which no request has left this machine. */
const UNSENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** An interface of the platform with its key. */
export interface Service {
  /** Name in the log. */
  readonly name: string;
  /** Variables to check when the platform refuses the key. */
  readonly mend: string;
  readonly url: string;
  readonly header: string;
  readonly key: string;
}

/** Outbound Calling, which takes the token in a header that depends on the dialect. */
export function outboundService(url: string, key: string, dialect: string): Service {
  const header = dialect === 'poly' ? 'X-PolyAi-Auth-Token' : 'X-Service-Auth-Token';
  const mend = 'NATTER_OUTBOUND_URL and NATTER_OUTBOUND_TOKEN';
  return { name: 'outbound-calling', mend, url: url.replace(/\/+$/, ''), header, key };
}

/** Reservation of numbers. */
export function dniService(url: string, key: string): Service {
  return {
    name: 'dni',
    mend: 'NATTER_DNI_URL and NATTER_DNI_API_KEY',
    url: url.replace(/\/+$/, ''),
    header: 'x-api-key',
    key,
  };
}

export interface ServicePorts extends AskPorts {
  readonly delay: DelayPort;
}

export interface ServiceAnswer {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;
  /** True if the request may have had its effect, although no proper answer came. */
  readonly isUnknown: boolean;
}

export async function askService(
  { url, header, key }: Service,
  ports: ServicePorts,
  path: string,
  posted: object | undefined,
  { traceHeaders }: Pick<Visit, 'traceHeaders'>,
): Promise<ServiceAnswer> {
  const none = { status: 0, body: {}, retryAfter: undefined };
  try {
    const answer = await withTimeout(ports.delay, signal => {
      const headers = { ...traceHeaders, [header]: key, ...(posted ? { 'Content-Type': 'application/json' } : {}) };
      const init = posted ? { method: 'POST', body: JSON.stringify(posted), once: true } : { method: 'GET' };
      return askPlatform(ports, `${url}${path}`, { ...init, headers, signal }, MAX_ANSWER_BYTES);
    });
    if (!answer) return { ...none, isUnknown: true };
    const { status, body, retryAfter } = answer;
    const isObject = typeof body === 'object' && body !== null;
    return { status, body: isObject ? { ...body } : {}, retryAfter, isUnknown: status === 502 || status === 504 };
  } catch (error) {
    return { ...none, isUnknown: !UNSENT.test(networkCause(error)) };
  }
}

/** Returns the error for an answer that is no success, with a line in the log for the operator. */
export function refuseAnswer(
  { name, mend }: Service,
  { status, retryAfter }: ServiceAnswer,
  { log }: Pick<Visit, 'log'>,
): Outcome<never> {
  const fields = { service: name, status };
  if (status === 429) {
    log.warn('upstream_unavailable', { ...fields, cause: 'rate limit' });
    return failure(
      'rate_limited',
      'The platform allows no more of these at the moment.',
      Math.max(1, retryAfter ?? 60),
    );
  }
  if (status === 0 || status >= 500 || status === 408) {
    log.warn('upstream_unavailable', { ...fields, cause: status === 0 ? 'no answer' : 'server error' });
    return failure(
      'upstream_unavailable',
      'The platform cannot be reached at the moment. Try again in a moment.',
      retryAfter,
    );
  }
  log.error('upstream_rejected', { ...fields, mend });
  return failure('upstream_rejected', `The platform refused the request. Operator of this broker: check ${mend}.`);
}
