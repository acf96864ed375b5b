/** Outcomes inside the broker and the JSON responses made of them. Which code has which status is the protocol's fact, not ours. */

import {
  BROKER_ERROR_STATUS,
  type BrokerErrorBody,
  type BrokerErrorCode,
  brokerErrorToWire,
} from '../../protocol/http-api.ts';

/** An expected failure is a value, so that every step says what it can answer; only misuse at construction throws. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: BrokerErrorBody };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** `retryAfter` in seconds, only where waiting helps. */
export function brokerError(code: BrokerErrorCode, message: string, retryAfter?: number): BrokerErrorBody {
  return { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

export function failure(code: BrokerErrorCode, message: string, retryAfter?: number): Outcome<never> {
  return { ok: false, error: brokerError(code, message, retryAfter) };
}

export function jsonResponse(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}

/** `retry_after` goes out twice, in the body for pages and as `Retry-After` for everything between. */
export function errorResponse(error: BrokerErrorBody, headers: Readonly<Record<string, string>> = {}): Response {
  const retry = error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) };
  return jsonResponse(BROKER_ERROR_STATUS[error.code], brokerErrorToWire(error), { ...retry, ...headers });
}
