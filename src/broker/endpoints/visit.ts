/** Describes a request from a page: its origin, and the ids that identify it in the logs of several servers. */

import { type Log, withFields } from '../log/log.ts';
import type { TicketCookies } from '../tickets/ticket-cookies.ts';

export interface Visit {
  /** The page's origin, which is allowed. */
  readonly origin: string;
  /** The client's IP address, in canonical form; undefined if the host does not know it. */
  readonly address: string | undefined;
  /** Hash of the signed-in visitor's subject; undefined for an anonymous visitor. */
  readonly subject?: string | undefined;
  /** True if this endpoint identifies its visitors, so that `subject` is that of the request. */
  readonly isIdentified?: boolean;
  /** Writes lines with the request id and the trace id. */
  readonly log: Log;
  /** Headers that put this request's ids into the platform's logs. */
  readonly traceHeaders: Readonly<Record<string, string>>;
  /** Undefined if pages store their tickets themselves. */
  readonly cookies?: TicketCookies | undefined;
}

/** Ids of a request. */
export interface RequestNames {
  readonly requestId: string;
  readonly traceHeaders: Readonly<Record<string, string>>;
  readonly traceId: string | undefined;
}

/** Matches W3C Trace Context: version, trace, parent and flags. An id that consists of zeros is invalid. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

const isRequestId = (text: string): boolean => /^[\w.-]{1,64}$/.test(text);

/** Reads the ids that a proxy has given the request. Creates a request id if there is none. Ignores malformed headers. */
export function readRequestNames(headers: Headers): RequestNames {
  const given = headers.get('X-Request-Id') ?? '';
  const requestId = isRequestId(given) ? given : crypto.randomUUID();
  const traceparent = headers.get('traceparent') ?? '';
  const [, traceId] = TRACEPARENT.exec(traceparent) ?? [];
  const tracestate = headers.get('tracestate') ?? '';
  const state = /^[\x20-\x7e]{1,512}$/.test(tracestate) ? { tracestate } : {};
  const trace = traceId === undefined ? {} : { traceparent, ...state };
  return { requestId, traceId, traceHeaders: { 'X-Request-Id': requestId, ...trace } };
}

export function requestLog(log: Log, { requestId, traceId }: RequestNames, client?: string): Log {
  return withFields(log, {
    requestId,
    ...(traceId === undefined ? {} : { traceId }),
    ...(client === undefined ? {} : { client }),
  });
}
