/**
 * Calls of the platform's Chat interface, and the look-up of a conversation in Conversations. Keys leave the broker only here. No call is repeated:
 * a message whose answer was not seen may have arrived.
 */

import { type AskPorts, askPlatform, type PlatformAnswer } from '../endpoints/ask-platform.ts';
import { type DelayPort, networkCause, withTimeout } from '../endpoints/call-timeout.ts';
import { createPlatformGuard, type Guarded } from '../endpoints/platform-guard.ts';
import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { Visit } from '../endpoints/visit.ts';
import type { Log } from '../log/log.ts';
import type { ChatOptions } from './chat-options.ts';

/** Milliseconds to wait for the platform. An agent may think for long before it replies. */
const ANSWER_MS = 30_000;
const MAX_ANSWER_BYTES = 1_048_576;
/** Seconds to wait after a 429 without Retry-After. */
const DEFAULT_RETRY_AFTER = 5;

/** The platform's answer: its body, if the call succeeded. */
export type ChatCall = (visit: Pick<Visit, 'log' | 'traceHeaders'>, request: ChatRequest) => Promise<Outcome<unknown>>;

export interface ChatRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the project, such as `chat/create`. */
  readonly path: string;
  readonly body?: object;
  /** True if the platform may have acted on the request although no answer came. */
  readonly changes: boolean;
}

export interface ChatCallOptions extends AskPorts {
  readonly chat: ChatOptions;
  /** Token of the connector that serves the page. */
  readonly connectorToken: string;
  readonly delay: DelayPort;
  readonly log: Log;
}

interface Made extends Guarded {
  readonly outcome: Outcome<unknown>;
}

const UNAVAILABLE = 'The platform cannot be reached at the moment. Try again in a moment.';
const LOST = 'The platform did not answer in time. The message may have arrived.';
const ENDED = 'This conversation has ended.';
const EXPIRED = 'The platform has timed this conversation out, or does not know it any more.';
const REJECTED =
  'The platform refused the call. Operator of this broker: check the variables NATTER_CHAT_…; the log of the broker says which.';

/** Returns the call. It never throws: each failure is an outcome with a code for the page, and a log line for the operator. */
export function createChatCall(options: ChatCallOptions): ChatCall {
  const guard = createPlatformGuard(options);
  return async (visit, request) => {
    const made = await guard.run(() => attempt(options, visit, request));
    // Nothing was sent, so a message can be sent again.
    return typeof made === 'number' ? failure('upstream_unavailable', UNAVAILABLE, made) : made.outcome;
  };
}

type Context = Pick<Visit, 'log' | 'traceHeaders'>;

async function attempt(options: ChatCallOptions, context: Context, request: ChatRequest): Promise<Made> {
  try {
    const made = await withTimeout(
      options.delay,
      signal => send(options, context, request, signal),
      undefined,
      ANSWER_MS,
    );
    return made ?? unanswered(context, request, 'timeout');
  } catch (error) {
    return unanswered(context, request, networkCause(error));
  }
}

async function send(
  { chat, connectorToken, ...ports }: ChatCallOptions,
  context: Context,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<Made> {
  const { method, path, body } = request;
  const isLookUp = method === 'GET';
  const base = ((isLookUp ? chat.conversationsUrl : undefined) ?? chat.url).replace(/\/+$/, '');
  const keys: Record<string, string> = isLookUp
    ? { 'x-api-key': chat.conversationsKey ?? '' }
    : { 'X-API-KEY': chat.apiKey, 'X-TOKEN': chat.token ?? connectorToken, 'Content-Type': 'application/json' };
  const version = isLookUp ? 'v3' : 'v1';
  const url = `${base}/${version}/${chat.accountId}/${chat.projectId}/${path}`;
  const headers = { ...context.traceHeaders, ...keys };
  const posted = body ? { body: JSON.stringify(body), once: true } : {};
  return read(
    context,
    request,
    await askPlatform(ports, url, { method, headers, signal, ...posted }, MAX_ANSWER_BYTES),
  );
}

function read(context: Context, request: ChatRequest, { status, ok, body, retryAfter: wait }: PlatformAnswer): Made {
  if (ok && typeof body === 'object' && body !== null) return { ...ANSWERED, outcome: success(body) };
  if (ok) return unanswered(context, request, 'unreadable answer', status);
  // The platform has refused to take the request for now.
  if (status === 429 || (status === 503 && wait !== undefined)) {
    const seconds = wait === undefined ? DEFAULT_RETRY_AFTER : Math.max(1, wait);
    context.log.warn('chat_unavailable', { path: nameOf(request), status, retryAfter: seconds });
    return { ...ANSWERED, retryAfter: seconds, outcome: failure('upstream_unavailable', UNAVAILABLE, seconds) };
  }
  if (status >= 500 || status === 408) return unanswered(context, request, 'server error', status);
  if (status === 410) return { ...ANSWERED, outcome: failure('chat_ended', ENDED) };
  const isExpired = request.changes && (status === 404 || codeOf(body) === 'CHAT_TIMEOUT');
  if (isExpired) return { ...ANSWERED, outcome: failure('chat_expired', EXPIRED) };
  context.log.error('chat_rejected', { path: nameOf(request), status, mend: fixFor(request, status) });
  return { ...ANSWERED, outcome: failure('upstream_rejected', REJECTED) };
}

const ANSWERED = { hasFailed: false, retryAfter: 0 };

/** Logs the path without the id of a conversation. */
const nameOf = ({ path }: ChatRequest): string => path.replace(/\?.*/s, '');

function unanswered({ log }: Context, request: ChatRequest, cause: string, status?: number): Made {
  log.warn('chat_unavailable', { path: nameOf(request), cause, ...(status === undefined ? {} : { status }) });
  const outcome = request.changes ? failure('answer_lost', LOST) : failure('upstream_unavailable', UNAVAILABLE);
  return { hasFailed: true, retryAfter: 0, outcome };
}

/** Returns the platform's error code. */
function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'error_code') : undefined;
}

function fixFor({ method }: ChatRequest, status: number): string {
  const [address, key] =
    method === 'GET'
      ? ['NATTER_CONVERSATIONS_URL', 'NATTER_CONVERSATIONS_KEY']
      : ['NATTER_CHAT_URL', 'NATTER_CHAT_API_KEY and NATTER_CHAT_TOKEN'];
  if (status === 401 || status === 403) return `${key}: the platform refused them for this account and project`;
  if (status === 404 || status === 405) return `${address}, NATTER_ACCOUNT_ID and NATTER_PROJECT_ID`;
  return 'the platform refused the request: ask its provider';
}
