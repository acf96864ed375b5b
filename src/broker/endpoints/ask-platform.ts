/** One request to the platform. Every call that carries a key of the operator leaves the broker here. */

import { readRetryAfter } from '../../protocol/http-api.ts';
import { parseJsonBody, readLimitedBody } from './request-body.ts';

export interface FetchInit extends RequestInit {
  /** True for a request that must not reach the platform twice. The port then uses a new connection, because one that was kept may be closing. */
  readonly once?: boolean;
  /** Bytes of the body that are used. The port may stop after them. */
  readonly maxBytes?: number;
}

export type FetchPort = (url: string, init: FetchInit) => Promise<Response>;

export interface AskPorts {
  readonly fetch: FetchPort;
  readonly now: () => number;
}

export interface PlatformAnswer {
  readonly status: number;
  /** True for a status from 200 to 299. */
  readonly ok: boolean;
  /** The parsed body; undefined if it is not JSON or too large. */
  readonly body: unknown;
  /** Seconds of the header Retry-After. */
  readonly retryAfter: number | undefined;
}

/** Rejects if no answer arrives, if the body of a success ends early, or when the signal is aborted. */
export async function askPlatform(
  { fetch, now }: AskPorts,
  url: string,
  init: FetchInit & { readonly signal: AbortSignal },
  maxBytes: number,
): Promise<PlatformAnswer> {
  // Following a redirect would send the key to its target.
  const response = await fetch(url, { ...init, maxBytes, redirect: 'manual' });
  const text = await readLimitedBody(response, maxBytes);
  // Drops the result after the timeout, because the body may be incomplete.
  init.signal.throwIfAborted();
  const { status, ok, headers } = response;
  if (ok && !text.ok && text.reason === 'broken') throw text.error;
  const body = text.ok ? parseJsonBody(text.text) : undefined;
  return { status, ok, body, retryAfter: readRetryAfter(headers.get('Retry-After'), now()) };
}
