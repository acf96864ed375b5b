/**
 * The REST families over HTTP. hono does the routing and the OpenAPI documents, rest/serve.ts everything else. Each of the platform's two hosts has
 * an app of its own, which answers 404 to paths of the other host.
 */

import { type Context, Hono } from 'hono';
import type { AnyRoute, Dialect, HostName } from '../../contract/shape/route.ts';
import { HANDLERS } from '../families.ts';
import { Problem } from '../model/problem.ts';
import { openApiDocument } from '../rest/openapi.ts';
import { refusal, type Served } from '../rest/serve.ts';
import type { ControlHost } from './http-control.ts';

/** Serves a call of the host's families. Calls `otherwise` for any other path, and adds the request's id to its response. */
export type RestApp = (
  request: Request,
  otherwise?: () => Response | Promise<Response>,
) => Promise<Response | undefined>;

export interface RestAppOptions {
  readonly host: ControlHost;
  readonly dialect: Dialect;
  /** Hosts whose families this app serves: one host, or both if they share a port. */
  readonly serves: readonly HostName[];
}

/** Internal header of a response to a path that no family has. */
const ELSEWHERE = 'x-no-such-route';

export function createRestApp({ host, dialect, serves }: RestAppOptions): RestApp {
  const app = new Hono({ strict: true });
  const handlers = HANDLERS.filter(each => serves.includes(each.route.family.host));
  const methods = new Map<string, Set<string>>();
  for (const handler of handlers) {
    for (const path of pathsOf(handler.route)) {
      app.on(handler.route.method, path, c => serve(host, handler.route.name, c, dialect));
      methods.set(path, (methods.get(path) ?? new Set()).add(handler.route.method));
    }
  }
  for (const [path, allowed] of methods) {
    const { family } = handlers.find(each => pathsOf(each.route).includes(path))?.route ?? {};
    const isThere = (c: Context): boolean => (c.req.param('version') ?? 'v1') === 'v1';
    app.all(path, c => (isThere(c) ? wrongMethod(family, dialect, [...allowed], host) : c.notFound()));
  }
  app.get('/openapi.json', c =>
    c.json(openApiDocument(serves, dialect), 200, { [correlationHeader(dialect)]: host.platform.correlationId() }),
  );
  app.notFound(() => new Response(null, { status: 404, headers: { [ELSEWHERE]: '1' } }));
  return async (request, otherwise) => {
    const response = await app.fetch(request);
    if (!response.headers.has(ELSEWHERE)) return response;
    const other = await otherwise?.();
    other?.headers.set(correlationHeader(dialect), host.platform.correlationId());
    return other;
  };
}

const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
const pathsOf = (route: AnyRoute): readonly string[] =>
  [...new Set([route.path, route.polyPath ?? route.path])].map(honoPath);

async function serve(host: ControlHost, route: string, c: Context, dialect: Dialect): Promise<Response> {
  const { outputs, ...served } = host.platform.serve(host.now(), route, {
    params: c.req.param(),
    query: new URL(c.req.url).searchParams,
    headers: c.req.raw.headers,
    body: new Uint8Array(await c.req.arrayBuffer()),
  });
  host.perform(outputs);
  return response(served, dialect);
}

function wrongMethod(
  family: AnyRoute['family'] | undefined,
  dialect: Dialect,
  allowed: readonly string[],
  host: ControlHost,
): Response {
  const problem = new Problem(405, `Use ${allowed.join(' or ')} here.`);
  const served: Served = family
    ? refusal(family, dialect, problem, host.platform.correlationId())
    : { status: 405, body: { error: problem.message }, correlationId: '' };
  const answer = response(served, dialect);
  answer.headers.set('Allow', allowed.join(', '));
  return answer;
}

export const correlationHeader = (dialect: Dialect): string =>
  dialect === 'poly' ? 'X-PolyAI-Correlation-Id' : 'X-Service-Correlation-Id';

function response({ status, body, pieces, retryAfter, correlationId }: Served, dialect: Dialect): Response {
  const headers: Record<string, string> = {
    [correlationHeader(dialect)]: correlationId,
    'Cache-Control': 'no-store',
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    ...(status === 204 ? {} : { 'Content-Type': 'application/json' }),
  };
  if (pieces) return new Response(streamOf(pieces), { status, headers });
  if (status === 204) return new Response(null, { status, headers });
  // Sets the length; otherwise Node would send the response in chunks.
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return new Response(bytes, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } });
}

function streamOf(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const next = iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}
