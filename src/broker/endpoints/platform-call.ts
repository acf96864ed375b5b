/**
 * Makes the call for an access token, with a timeout and a retry. A failure becomes an error for the page and a log line for the operator. The
 * connector token leaves the broker nowhere else.
 */

import { ACCESS_TOKEN_PATH, type AccessToken, readAccessToken, readPlatformError } from '../../protocol/http-api.ts';
import type { Log } from '../log/log.ts';
import { askPlatform, type FetchPort, type PlatformAnswer } from './ask-platform.ts';
import { type DelayPort, networkCause, withTimeout } from './call-timeout.ts';
import { createPlatformGuard, type Guarded } from './platform-guard.ts';
import { failure, type Outcome, success } from './responses.ts';
import type { Visit } from './visit.ts';

const RETRY_MIN_MS = 150;
const RETRY_SPREAD_MS = 300;
const MAX_ANSWER_BYTES = 65_536;

/** Seconds to wait after a 429 without Retry-After. */
const DEFAULT_RETRY_AFTER = 5;

export interface PlatformCallOptions {
  /** Without a closing slash. */
  readonly platformUrl: string;
  readonly connectorToken: string;
  readonly host: string;
  readonly fetch: FetchPort;
  readonly delay: DelayPort;
  readonly now: () => number;
  readonly random: () => number;
  readonly log: Log;
}

export type CallContext = Pick<Visit, 'log' | 'traceHeaders'>;

interface AttemptContext extends CallContext {
  readonly number: number;
}

interface Attempt extends Guarded {
  readonly outcome: Outcome<AccessToken>;
  readonly retry: boolean;
}

/** Requests an access token from the platform. `left` is aborted when the visitor has left. */
export type PlatformCall = (visit: CallContext, left?: AbortSignal) => Promise<Outcome<AccessToken>>;

/** Returns the call. It never throws: each failure becomes an outcome with a code for the page, and a log line for the operator. */
export function createPlatformCall(options: PlatformCallOptions): PlatformCall {
  const guard = createPlatformGuard(options);
  const attempt = async (context: AttemptContext, left?: AbortSignal): Promise<Pick<Attempt, 'outcome' | 'retry'>> => {
    const made = await guard.run(() => attemptCall(options, context, left));
    if (typeof made !== 'number') return made;
    return { outcome: failure('upstream_unavailable', UNAVAILABLE, made), retry: false };
  };
  return async (context, left) => {
    const first = await attempt({ ...context, number: 1 }, left);
    if (!first.retry) return first.outcome;
    await options.delay(RETRY_MIN_MS + options.random() * RETRY_SPREAD_MS, left ?? new AbortController().signal);
    return left?.aborted ? first.outcome : (await attempt({ ...context, number: 2 }, left)).outcome;
  };
}

const ANSWERED = { hasFailed: false, retryAfter: 0, retry: false };
const FAILED = { hasFailed: true, retryAfter: 0, retry: false };
const UNREAD = { hasFailed: undefined, retryAfter: 0, retry: false };

async function attemptCall(
  options: PlatformCallOptions,
  context: AttemptContext,
  left?: AbortSignal,
): Promise<Attempt> {
  try {
    const result = await withTimeout(options.delay, signal => call(options, signal, context), left);
    if (result) return result;
    // If the visitor has left, nobody reads this outcome, and the platform is not at fault.
    if (left?.aborted) return { ...UNREAD, outcome: failure('upstream_unavailable', UNAVAILABLE) };
    // Does not retry: the platform may be overloaded, and the visitor has already waited five seconds.
    return { ...FAILED, outcome: platformUnavailable(context, { cause: 'timeout' }) };
  } catch (error) {
    const outcome = platformUnavailable(context, { cause: networkCause(error) });
    return { ...FAILED, outcome, retry: true };
  }
}

async function call(options: PlatformCallOptions, signal: AbortSignal, context: AttemptContext): Promise<Attempt> {
  const headers = {
    ...context.traceHeaders,
    'X-Token': options.connectorToken,
    'X-Host': options.host,
    'Content-Type': 'application/json',
  };
  const init = { method: 'POST', headers, body: '{}', signal };
  const url = `${options.platformUrl}${ACCESS_TOKEN_PATH}`;
  return readAnswer(context, await askPlatform(options, url, init, MAX_ANSWER_BYTES));
}

function readAnswer(context: AttemptContext, { status, ok, body, retryAfter }: PlatformAnswer): Attempt {
  const fields = { status };
  if (ok) {
    const token = readAccessToken(body);
    if (token) return { ...ANSWERED, outcome: success(token) };
    return { ...FAILED, outcome: platformUnavailable(context, { ...fields, cause: 'unreadable answer' }) };
  }
  if (status === 429) {
    const seconds = retryAfter === undefined ? DEFAULT_RETRY_AFTER : Math.max(1, retryAfter);
    const outcome = platformUnavailable(context, { ...fields, cause: 'rate limit' }, seconds);
    return { ...ANSWERED, outcome, retryAfter: seconds };
  }
  if (status >= 500 || status === 408) {
    // Retries only if there is no Retry-After.
    const retry = status >= 500 && !retryAfter;
    const outcome = platformUnavailable(context, { ...fields, cause: 'server error' }, retryAfter);
    return { ...FAILED, outcome, retryAfter: retryAfter ?? 0, retry };
  }
  context.log.error('upstream_rejected', {
    ...fields,
    attempt: context.number,
    ...explainRejection(status, readPlatformError(body)),
  });
  return { ...ANSWERED, outcome: failure('upstream_rejected', REJECTED) };
}

const UNAVAILABLE = 'The platform cannot be reached at the moment. Try again in a moment.';

/** Text for the page. Any visitor can read it, so the platform's own text is only logged. */
const REJECTED =
  'The platform refused to issue a token. Operator of this broker: check NATTER_PLATFORM_URL, NATTER_CONNECTOR_TOKEN and NATTER_HOST; the log of the broker says which.';

function platformUnavailable(
  { log, number: attempt }: AttemptContext,
  fields: { cause: string; status?: number },
  retryAfter?: number,
): Outcome<never> {
  log.warn('upstream_unavailable', { ...fields, attempt, ...(retryAfter === undefined ? {} : { retryAfter }) });
  return failure('upstream_unavailable', UNAVAILABLE, retryAfter);
}

// ---------------------------------------------------------------- refusals of the platform

const KNOWN: ReadonlyMap<string, string> = new Map([
  [
    'Missing authentication headers',
    'NATTER_CONNECTOR_TOKEN and NATTER_HOST: the headers X-Token and X-Host did not arrive; a proxy on the way may drop them',
  ],
  ['Connector token does not exist', 'NATTER_CONNECTOR_TOKEN: the platform does not know this token'],
  ['Failed to validate connector', 'NATTER_HOST: it is not the domain registered for the connector, nor below it'],
  [
    'Connector missing host domain',
    'the connector: ask the provider to register a host domain for it, then set NATTER_HOST to it',
  ],
]);

export interface Rejection {
  /** A known error text of the platform. Unknown texts may quote a secret and are not repeated. */
  readonly reason: string;
  readonly mend: string;
}

export function explainRejection(status: number, platformError: string | undefined): Rejection {
  const known = platformError === undefined ? undefined : KNOWN.get(platformError);
  if (platformError !== undefined && known !== undefined) return { reason: platformError, mend: known };
  return { reason: 'not a known refusal', mend: fixForPlatformStatus(status) };
}

function fixForPlatformStatus(status: number): string {
  if (status === 401 || status === 403) return 'NATTER_CONNECTOR_TOKEN and NATTER_HOST: the platform refused them';
  if (status === 404 || status === 405) return 'NATTER_PLATFORM_URL: there is no access-token endpoint at this address';
  if (status < 400) return 'NATTER_PLATFORM_URL: this address redirects; set the address that answers itself';
  return 'NATTER_PLATFORM_URL, NATTER_CONNECTOR_TOKEN and NATTER_HOST: the platform did not understand the request';
}
