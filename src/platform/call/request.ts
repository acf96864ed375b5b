/** Builds the request of a call: address, headers and body, in the dialect of the client. */

import {
  type AnyRoute,
  type BodyOf,
  bodyIn,
  inDialect,
  type ParamsOf,
  pathIn,
  type QueryOf,
  queryIn,
} from '../../contract/shape/route.ts';
import type { Connection } from './connection.ts';
import { PlatformError } from './error.ts';
import { checked, writeJson } from './input.ts';

/** Input of a call. `params`, `query` and `body` are those of its route; any of them may be omitted if it has no fields. */
export interface CallInput<R extends AnyRoute> {
  readonly params?: ParamsOf<R>;
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
  /** Body of a route that has no schema for it. */
  readonly raw?: RawBody;
  /** Aborts this call only. */
  readonly signal?: AbortSignal | undefined;
}

export interface RawBody {
  readonly body: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

export interface BuiltRequest {
  readonly url: string;
  readonly init: RequestInit;
}

export function buildRequest<R extends AnyRoute>(connection: Connection, route: R, input: CallInput<R>): BuiltRequest {
  const params = checked(route, 'params', route.params, { ...input.params });
  const query = checked(route, 'query', queryIn(route, connection.dialect), dropUndefined({ ...input.query }));
  const hasBody = input.body !== undefined;
  const body = hasBody ? checked(route, 'body', bodyIn(route, connection.dialect), input.body) : undefined;
  const { raw } = input;
  const json = hasBody ? { body: writeJson(route, withDialectNames(connection, route, body), input.body) } : {};
  return {
    url: urlOf(connection, route, params as Fields, { ...raw?.parameters, ...(query as Fields) }),
    init: {
      method: route.method,
      headers: {
        ...raw?.headers,
        ...headersOf(connection, route, raw?.contentType ?? (hasBody ? 'application/json' : undefined)),
      },
      ...(raw ? { body: raw.body } : json),
      // A redirect becomes a failure with its status. (`error` would be simpler, but workerd does not support it.)
      redirect: 'manual',
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

const dropUndefined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

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
    // URL parsers take `.` and `..`, even if encoded, as steps to another path.
    if (/^\.\.?$/.test(String(value))) throw badParameter(route, name, 'must not be a dot or two');
    if (/\p{Surrogate}/u.test(String(value))) throw badParameter(route, name, 'must not be half of a character');
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  // Writes spaces as %20, because some servers do not read a plus as a space.
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

/** Returns the body with the field names of the dialect. */
function withDialectNames({ dialect }: Connection, route: AnyRoute, body: unknown): unknown {
  const names = dialect === 'poly' ? route.polyNames : undefined;
  if (!names || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]));
}
