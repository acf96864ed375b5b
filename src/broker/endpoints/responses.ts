/** Outcomes inside the broker, and the JSON responses made from them. The protocol defines the status of each code. */

import {
  BROKER_ERROR_STATUS,
  type BrokerErrorBody,
  type BrokerErrorCode,
  brokerErrorToWire,
} from '../../protocol/http-api.ts';

/** Result of an operation. Expected failures are values, which makes them visible in the types. Only wrong options throw. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: BrokerErrorBody };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** Makes an error body. `retryAfter` is in seconds, and omitted if waiting does not help. */
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

/** Sends `retry_after` twice: in the body for pages, as the header `Retry-After` for proxies. */
export function errorResponse(error: BrokerErrorBody, headers: Readonly<Record<string, string>> = {}): Response {
  const retry = error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) };
  return jsonResponse(BROKER_ERROR_STATUS[error.code], brokerErrorToWire(error), { ...retry, ...headers });
}
