/** The one function that every method of the client goes through: checks the input by the route, calls, repeats what may be repeated, reads the answer. */

import type { z } from 'zod';
import { readErrorBody } from '../contract/errors.ts';
import {
  type AnswerOf,
  type AnyRoute,
  type BodyOf,
  bodyIn,
  inDialect,
  type ParamsOf,
  pathIn,
  type QueryOf,
} from '../contract/route.ts';
import type { Connection } from './connection.ts';
import { PlatformError } from './error.ts';

/** Input of a call by the parts of its route; a part without fields may be left out. */
export interface CallInput<R extends AnyRoute> {
  readonly params?: ParamsOf<R>;
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
  /** Body of a route that takes one as it is. */
  readonly raw?: RawBody;
  /** Ends this call alone. */
  readonly signal?: AbortSignal | undefined;
}

export interface RawBody {
  readonly body: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Attempts in all. */
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

interface BuiltRequest {
  readonly url: string;
  readonly init: RequestInit;
}

function buildRequest<R extends AnyRoute>(connection: Connection, route: R, input: CallInput<R>): BuiltRequest {
  const params = checked(route, 'params', route.params, { ...input.params });
  const query = checked(route, 'query', route.query, dropUndefined({ ...input.query }));
  const hasBody = input.body !== undefined;
  const body = hasBody ? checked(route, 'body', bodyIn(route, connection.dialect), input.body) : undefined;
  const { raw } = input;
  const json = hasBody ? { body: JSON.stringify(withDialectNames(connection, route, body)) } : {};
  return {
    url: urlOf(connection, route, params as Fields, { ...raw?.parameters, ...(query as Fields) }),
    init: {
      method: route.method,
      headers: {
        ...raw?.headers,
        ...headersOf(connection, route, raw?.contentType ?? (hasBody ? 'application/json' : undefined)),
      },
      ...(raw ? { body: raw.body } : json),
      // workerd refuses `error`. A redirect is answered as a failure with its status.
      redirect: 'manual',
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

const dropUndefined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function checked(route: AnyRoute, part: string, schema: z.ZodType, value: unknown): unknown {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const fields = read.error.issues.map(issue => ({ field: issue.path.join('.'), message: issue.message }));
  const words = fields.map(each => `${each.field || part}: ${each.message}`).join('; ');
  throw new PlatformError({
    status: 0,
    code: 'invalid_input',
    message: `${route.name} was not sent. ${words}`,
    fields,
  });
}

function urlOf(connection: Connection, route: AnyRoute, params: Fields, query: Fields): string {
  const { host } = route.family;
  const base = connection.bases[host];
  if (base === undefined) {
    const option = host === 'runtime' ? 'baseUrl' : 'builderUrl';
    throw new PlatformError({ status: 0, code: 'wrong_host', message: `${route.name} needs the option ${option}.` });
  }
  const path = pathIn(route, connection.dialect).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? connection.ids[name];
    if (value === undefined || value === '')
      throw badParameter(route, name, 'is missing', ' Give it, or set it in createPlatform().');
    // Parsers of addresses would take it, encoded or not, for a step to another path.
    if (/^\.\.?$/.test(String(value))) throw badParameter(route, name, 'must not be a dot or two');
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  // Spaces as %20: some servers take a plus for itself.
  const text = search.toString().replaceAll('+', '%20');
  return `${base}${path}${text && `?${text}`}`;
}

function badParameter(route: AnyRoute, field: string, message: string, advice = ''): PlatformError {
  const words = `${route.name} was not sent: ${field} ${message}.${advice}`;
  return new PlatformError({ status: 0, code: 'invalid_input', message: words, fields: [{ field, message }] });
}

function headersOf(connection: Connection, route: AnyRoute, contentType: string | undefined): Record<string, string> {
  const { key: name, keyHeader, tokenHeader } = route.family;
  const headers: Record<string, string> = {
    [inDialect(keyHeader, connection.dialect)]: keyFor(connection, route, name),
  };
  if (tokenHeader) headers[tokenHeader] = keyFor(connection, route, 'connector');
  if (contentType !== undefined) headers['Content-Type'] = contentType;
  return headers;
}

function keyFor(connection: Connection, route: AnyRoute, name: keyof Connection['keys']): string {
  const key = connection.keys[name];
  if (key) return key;
  throw new PlatformError({
    status: 0,
    code: 'missing_key',
    message: `${route.name} needs keys.${name} in createPlatform().`,
  });
}

/** The body with its fields under the names of the dialect. */
function withDialectNames({ dialect }: Connection, route: AnyRoute, body: unknown): unknown {
  const names = dialect === 'poly' ? route.polyNames : undefined;
  if (!names || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]));
}

async function attemptCall<R extends AnyRoute>(
  connection: Connection,
  route: R,
  { url, init }: BuiltRequest,
  own: AbortSignal | undefined,
): Promise<AnswerOf<R>> {
  const signals = [own, connection.signal].filter(each => each !== undefined);
  const signal = AbortSignal.any([...signals, AbortSignal.timeout(connection.timeoutMs)]);
  let response: Response;
  let text: string;
  try {
    signal.throwIfAborted();
    response = await connection.fetch(url, { ...init, signal });
    text = await response.text();
  } catch (cause) {
    throw noAnswer(
      route,
      signals.some(each => each.aborted),
      cause,
    );
  }
  if (response.ok) return readAnswer(route, response, text);
  throw failure(route, response, text);
}

function noAnswer(route: AnyRoute, aborted: boolean, cause: unknown): PlatformError {
  if (aborted)
    return new PlatformError({ status: 0, code: 'aborted', message: `${route.name} was ended by its signal.`, cause });
  const { host } = route.family;
  const hint = host === 'builder' ? ' The builder address must name a region.' : '';
  const message = `${route.name} got no answer from the ${host} host.${hint}`;
  return new PlatformError({ status: 0, code: 'no_answer', message, retryable: repeats(route), cause });
}

function readAnswer<R extends AnyRoute>(route: R, response: Response, text: string): AnswerOf<R> {
  if (response.status === 204 || text === '') return undefined as AnswerOf<R>;
  try {
    return JSON.parse(text) as AnswerOf<R>;
  } catch (cause) {
    const message = `${route.name} was answered with something that is not JSON. Check the address of the ${route.family.host} host.`;
    throw new PlatformError({ status: response.status, code: 'unreadable_answer', message, cause });
  }
}

function failure(route: AnyRoute, response: Response, text: string): PlatformError {
  const { status, headers } = response;
  const facts = readErrorBody(status, parse(text));
  const message = status === 404 && facts.code === '' ? `${facts.message}${otherHostHint(route)}` : facts.message;
  const retryable = [408, 429, 500, 502, 503, 504].includes(status);
  const correlationId = headers.get('x-service-correlation-id') ?? headers.get('x-polyai-correlation-id') ?? '';
  return new PlatformError({ ...facts, message, correlationId, retryable, retryAfterMs: retryAfterOf(headers) });
}

/** The families' two hosts do not know each other's paths. */
const otherHostHint = ({ family }: AnyRoute): string =>
  ` (If every ${family.host} call says so, check that the ${family.host === 'builder' ? 'builderUrl' : 'baseUrl'} is the ${family.host} host.)`;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds or a date, in milliseconds from now; null for anything else. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null || !(/^\d+$/.test(value) || HTTP_DATE.test(value))) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

const repeats = ({ method, repeatable }: AnyRoute): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(method) || repeatable === true;

/**
 * The pause before the next attempt, or undefined if there must be none. A call whose answer was not seen is repeated only if a second one does no
 * harm; one that was refused with 429 or 503 and Retry-After has had no effect.
 */
function pauseBeforeRepeat(route: AnyRoute, error: unknown, attempt: number): number | undefined {
  if (!(error instanceof PlatformError) || !error.retryable) return undefined;
  const refused = [429, 503].includes(error.status) && error.retryAfterMs !== null;
  if (!refused && !repeats(route)) return undefined;
  const pauseMs = error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
  return pauseMs <= LONGEST_PAUSE_MS ? pauseMs : undefined;
}
