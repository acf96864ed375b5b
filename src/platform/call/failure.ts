/** Creates the errors of failed calls, with and without a response. */

import { type ErrorFacts, readErrorBody } from '../../contract/shape/errors.ts';
import type { AnyRoute } from '../../contract/shape/route.ts';
import type { Connection } from './connection.ts';
import { PlatformError } from './error.ts';

const RETRYABLE = [408, 429, 500, 502, 503, 504];

/** Returns the error of a call that the platform has answered with a failure. */
export function failure(route: AnyRoute, { status, headers }: Response, text: string): PlatformError {
  const body = parse(text);
  const read = readErrorBody(status, body);
  const conflicts = route.name === 'mergeBranch' ? conflictsIn(body) : [];
  const facts = { ...read, fields: [...read.fields, ...conflicts] };
  const correlationId = headers.get('x-service-correlation-id') ?? headers.get('x-polyai-correlation-id') ?? '';
  return new PlatformError({
    ...facts,
    message: `${facts.message}${hintOf(route, facts)}`,
    correlationId,
    conflict: status === 409 || (status === 400 && route.name === 'mergeBranch' && isConflict(facts, body)),
    retryable: RETRYABLE.includes(status),
    retryAfterMs: retryAfterOf(headers),
  });
}

function hintOf(route: AnyRoute, { status, code }: ErrorFacts): string {
  if (status === 401) return keyHint(route);
  return status === 404 && code === '' ? otherHostHint(route) : '';
}

const keyHint = ({ family }: AnyRoute): string =>
  ` (Check keys.${family.key}${family.tokenHeader ? ' and keys.connector' : ''}: a key that was right may have expired.)`;

/** Returns a hint for a 404: the address may be that of the other host, which does not know the path. */
const otherHostHint = ({ family }: AnyRoute): string =>
  ` (If every ${family.host} call says so, check that the ${optionOf(family.host)} is the ${family.host} host.)`;

const optionOf = (host: string): string => (host === 'builder' ? 'builderUrl' : 'baseUrl');

// ---------------------------------------------------------------- conflicts of a merge

const CONFLICT_PATH = /^(?:behavior$|(?:topics|attributes|variants)\/)/;
/** Matches the text of a conflict, but not that of a wrong field `conflictResolutions`. */
const CONFLICT_WORDS = /conflict(?!.?resolution)|diverged/i;

/** Returns true if a 400 of `merge` means a conflict. Some deployments use this status for conflicts as well as for a wrong body. */
const isConflict = ({ code, message, fields }: ErrorFacts, body: unknown): boolean =>
  fields.some(each => CONFLICT_PATH.test(each.field)) ||
  (body as { readonly hasConflicts?: unknown } | undefined)?.hasConflicts === true ||
  CONFLICT_WORDS.test(`${code} ${message}`);

/** Reads `conflicts: [{path: ['topics', 'TOPIC-1']}]`, which some bodies have instead of `errors`. */
function conflictsIn(body: unknown): ErrorFacts['fields'] {
  const list = (body as { readonly conflicts?: unknown } | undefined)?.conflicts;
  if (!Array.isArray(list)) return [];
  return list.flatMap(each => {
    const field = [each?.path ?? []].flat().join('/');
    const message = typeof each?.message === 'string' ? each.message : 'was changed on both sides';
    return field === '' ? [] : [{ field, message }];
  });
}

// ---------------------------------------------------------------- no answer

export interface NoAnswer {
  readonly aborted: boolean;
  readonly timedOut: boolean;
  readonly cause: unknown;
}

/** Returns the error of a call without an answer. Its message names the address, the cause and the option to check. */
export function noAnswer(
  { bases, timeoutMs }: Connection,
  { name, family: { host } }: AnyRoute,
  { aborted, timedOut, cause }: NoAnswer,
  retryable: boolean,
): PlatformError {
  if (aborted)
    return new PlatformError({ status: 0, code: 'aborted', message: `${name} was ended by its signal.`, cause });
  const where = `${name} got no answer from the ${host} host, ${bases[host]}`;
  const region = host === 'builder' ? '; a builder address names a region' : '';
  const message = timedOut
    ? `${where} within ${timeoutMs} ms. Try again later, or give createPlatform() a larger timeoutMs.`
    : `${where}${reasonOf(cause)}. Check the network and the address (${optionOf(host)})${region}.`;
  return new PlatformError({ status: 0, code: 'no_answer', message, retryable, cause });
}

/** Returns the system's error code, such as ECONNREFUSED. Does not return the message, which may quote headers in some runtimes. */
function reasonOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  const reason = cause?.code ?? code;
  return typeof reason === 'string' && /^\w{3,40}$/.test(reason) ? ` (${reason})` : '';
}

// ---------------------------------------------------------------- parts of an answer

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Returns Retry-After in milliseconds from now, whether it is in seconds or a date; null for anything else. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null || !(/^\d+$/.test(value) || HTTP_DATE.test(value))) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
