/** The function behind every method of the client: builds the request, sends it, retries if that is safe, and reads the response. */

import type { AnswerOf, AnyRoute } from '../../contract/shape/route.ts';
import { readAnswer } from './answer.ts';
import type { Connection } from './connection.ts';
import { PlatformError } from './error.ts';
import { failure, noAnswer } from './failure.ts';
import { type BuiltRequest, buildRequest, type CallInput } from './request.ts';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

export async function call<R extends AnyRoute>(
  connection: Connection,
  route: R,
  input: CallInput<R> = {},
): Promise<AnswerOf<R>> {
  const request = buildRequest(connection, route, input);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptCall(connection, route, request, input.signal);
    } catch (error) {
      const pauseMs = attempt < ATTEMPTS ? pauseBeforeRepeat(route, error, attempt) : undefined;
      if (pauseMs === undefined) throw error;
      await connection.wait(pauseMs, input.signal);
    }
  }
}

async function attemptCall<R extends AnyRoute>(
  connection: Connection,
  route: R,
  { url, init }: BuiltRequest,
  own: AbortSignal | undefined,
): Promise<AnswerOf<R>> {
  const signals = [own, connection.signal].filter(each => each !== undefined);
  const timeout = AbortSignal.timeout(connection.timeoutMs);
  const signal = AbortSignal.any([...signals, timeout]);
  let response: Response;
  let text: string;
  try {
    signal.throwIfAborted();
    response = await connection.fetch(url, { ...init, signal });
    text = await response.text();
  } catch (cause) {
    const facts = { aborted: signals.some(each => each.aborted), timedOut: timeout.aborted, cause };
    throw noAnswer(connection, route, facts, repeats(route));
  }
  if (response.ok) return readAnswer(route, response.status, text);
  throw failure(route, response, text);
}

const repeats = ({ method, repeatable }: AnyRoute): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(method) || repeatable === true;

/**
 * Returns the pause before the next attempt, or undefined if there must be no other attempt. A call without a response may have had its effect, so it
 * is repeated only if that is harmless. A call refused with 429 or 503 and Retry-After had no effect, so it is always repeated.
 */
function pauseBeforeRepeat(route: AnyRoute, error: unknown, attempt: number): number | undefined {
  if (!(error instanceof PlatformError) || !error.retryable) return undefined;
  const refused = [429, 503].includes(error.status) && error.retryAfterMs !== null;
  if (!refused && !repeats(route)) return undefined;
  const pauseMs = error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
  return pauseMs <= LONGEST_PAUSE_MS ? pauseMs : undefined;
}
