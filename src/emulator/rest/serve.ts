/**
 * Serves one call in the order that all families share: fault → key → rate → account and project → parameters and body → handler. A failure becomes
 * an error in the family's format. node/rest-app.ts has routed the call before; it also answers 405, and 404 for an unknown path.
 */

import { errorBody } from '../../contract/shape/errors.ts';
import { readFields } from '../../contract/shape/fields.ts';
import {
  type AnyRoute,
  type Dialect,
  errorShapeOf,
  type Family,
  queryIn,
  validationCodeOf,
} from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';
import { createBucket } from '../model/token-bucket.ts';
import { projectOf } from '../store/projects.ts';
import type { Core } from '../store/state.ts';
import { readCallBody } from './body.ts';
import { type Answer, type Call, fieldProblems, type Handler, inWords, type RawCall } from './call.ts';
import { checkConnector } from './connectors.ts';
import { routeFault } from './faults.ts';
import { checkKey } from './keys.ts';

/** A response that is ready to be sent. `correlationId` becomes a header. */
export interface Served extends Answer {
  readonly correlationId: string;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number | undefined;
}

export function serveCall(core: Core, at: number, { route, run }: Handler, raw: RawCall): Served {
  const { dialect } = core.settings;
  const correlationId = core.settings.random.uuid();
  try {
    const answer = run(core, check(core, at, route, dialect, raw));
    return { ...answer, correlationId };
  } catch (error) {
    const problem = error instanceof Problem ? error : unexpected(core, error);
    if (problem.status >= 500 && route.family.host === 'runtime') core.apiErrors.push(at);
    return refusal(route.family, dialect, problem, correlationId);
  }
}

/** Reports a bug of the emulator to the host's log, and returns a 500 for the caller. */
function unexpected(core: Core, error: unknown): Problem {
  core.out.push({ kind: 'report', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return new Problem(500, 'Internal server error.', { code: 'INTERNAL_SERVER_ERROR' });
}

const CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
};

/** Returns an error response in the family's format. */
export function refusal(family: Family, dialect: Dialect, problem: Problem, correlationId: string): Served {
  const { status, message, code, fields, retryAfter } = problem;
  const shape = errorShapeOf(family, dialect, status);
  // Outbound Calling has its own codes, one for each status.
  const own = shape === 'coded' ? (CODES[status] ?? (status < 500 ? 'INVALID_REQUEST' : 'INTERNAL_ERROR')) : code;
  const body = errorBody(shape, { status, message, code: own, fields }, correlationId);
  return { status, body, correlationId, retryAfter };
}

function check(core: Core, at: number, route: AnyRoute, dialect: Dialect, raw: RawCall): Call<AnyRoute> {
  const { family } = route;
  checkVersion(raw);
  routeFault(core, route);
  const key = checkKey(family, route.method, raw.headers);
  const environment = family.tokenHeader ? checkConnector(core, family.tokenHeader, raw.headers) : 'live';
  takeFromRate(core, at, key);
  const project = projectOf(core.projects, raw.params);
  return {
    at,
    dialect,
    project,
    environment,
    raw,
    params: checkParams(route, raw),
    query: checkQuery(route, dialect, raw),
    body: readCallBody(route, dialect, raw),
  };
}

/** Throws 404 if the path names a version other than v1. Only the paths of Chat name a version. */
function checkVersion({ params: { version = 'v1' } }: RawCall): void {
  if (version !== 'v1') throw new Problem(404, 'There is no such version. Use v1.');
}

function takeFromRate(core: Core, at: number, key: string): void {
  const bucket = core.keyBuckets.get(key) ?? createBucket(core.settings.httpRate, at);
  core.keyBuckets.set(key, bucket);
  const waitMs = bucket.take(at);
  if (waitMs > 0) {
    const retryAfter = Math.ceil(waitMs / 1000);
    throw new Problem(429, `Too many calls with this key. Try again in ${retryAfter} s.`, {
      code: 'RATE_LIMITED',
      retryAfter,
    });
  }
}

function checkParams(route: AnyRoute, { params }: RawCall): Record<string, unknown> {
  const read = readFields(route.params, params);
  if (read.success) return read.data;
  const fields = fieldProblems(read.error);
  throw new Problem(route.family.malformedId, inWords(fields), { code: validationCodeOf(route, fields), fields });
}

function checkQuery(route: AnyRoute, dialect: Dialect, { query }: RawCall): Record<string, unknown> {
  const names = [...new Set(query.keys())];
  const given = Object.fromEntries(
    names.map(name => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
  const read = readFields(queryIn(route, dialect), given);
  if (read.success) return read.data;
  const fields = fieldProblems(read.error);
  throw new Problem(400, inWords(fields), { code: validationCodeOf(route, fields), fields });
}
