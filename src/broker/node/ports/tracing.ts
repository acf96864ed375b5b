/**
 * Creates spans for OpenTelemetry: one for each request of a page, and one for each call to the platform. They use `@opentelemetry/api`, an
 * optional peer dependency; the operator's own SDK exports them. Without the package, or without an SDK, nothing is recorded.
 */

import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { FetchPort } from '../../endpoints/ask-platform.ts';

export interface Tracing {
  /** Runs `respond` within a server span. The request passed to it names that span in `traceparent`, if the span is recorded. */
  request(request: Request, route: string, respond: (request: Request) => Promise<Response>): Promise<Response>;
  /** Returns a port that runs each call within a client span, and passes that span on in `traceparent`. */
  fetch(port: FetchPort): FetchPort;
}

type Api = typeof import('@opentelemetry/api');

/** Not written into `import()`, where the build would take it for the copy that prom-client brings. */
const PACKAGE: string = '@opentelemetry/api';

/** Returns undefined if `@opentelemetry/api` is not installed. Throws if the package is installed but cannot be loaded. */
export async function loadTracing(): Promise<Tracing | undefined> {
  try {
    return createTracing((await import(/* @vite-ignore */ PACKAGE)) as Api);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function createTracing(api: Api): Tracing {
  const { context, propagation, trace, SpanKind } = api;
  // Looks up the tracer for each call, because the SDK may be registered later.
  const tracer = (): Tracer => trace.getTracer('natter-broker');
  const headersOf = (within: Context): Record<string, string> => {
    const headers: Record<string, string> = {};
    propagation.inject(within, headers);
    return headers;
  };
  return {
    async request(request, route, respond) {
      const given = Object.fromEntries(request.headers);
      const parent = propagation.extract(context.active(), given);
      const attributes = { 'http.request.method': request.method, 'http.route': route };
      const span = tracer().startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
      if (!span.isRecording()) return respond(request);
      const within = trace.setSpan(parent, span);
      return finish(api, span, true, () =>
        context.with(within, () => respond(withHeaders(request, headersOf(within)))),
      );
    },
    fetch: port => async (url, init) => {
      const { hostname, pathname } = new URL(url);
      const method = init.method ?? 'GET';
      const attributes = { 'http.request.method': method, 'server.address': hostname, 'url.path': pathname };
      const span = tracer().startSpan(method, { kind: SpanKind.CLIENT, attributes });
      if (!span.isRecording()) return port(url, init);
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(headersOf(trace.setSpan(context.active(), span))))
        headers.set(name, value);
      return finish(api, span, false, () => port(url, { ...init, headers }));
    },
  };
}

function withHeaders({ url, method, body, signal, headers: given }: Request, more: Record<string, string>): Request {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  // Builds the request from its parts, because the constructor does not accept the server's own request object.
  return new Request(url, { method, headers, signal, ...(body ? { body, duplex: 'half' } : {}) });
}

/** Ends the span with the status of the response. For a server span, a status below 500 is not an error, because the fault is the client's. */
async function finish(
  { SpanStatusCode }: Api,
  span: Span,
  isServer: boolean,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    const response = await work();
    const { status } = response;
    span.setAttribute('http.response.status_code', status);
    if (status >= (isServer ? 500 : 400)) {
      span.setAttribute('error.type', String(status));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    return response;
  } catch (error) {
    // Records only the name of the error, because its message may quote an address.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
