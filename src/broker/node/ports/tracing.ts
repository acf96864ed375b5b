/**
 * Spans for OpenTelemetry: one for each request of a page, and one for each call to the platform. They go through `@opentelemetry/api`, an optional
 * peer; the operator's own SDK exports them. Without the package, or without an SDK, nothing is recorded.
 */

import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { FetchPort } from '../../endpoints/platform-call.ts';

export interface Tracing {
  /** Runs `respond` within a server span. It gets the request, whose `traceparent` names that span if the span is recorded. */
  request(request: Request, route: string, respond: (request: Request) => Promise<Response>): Promise<Response>;
  /** Returns a port that runs each call within a client span, and passes that span on in `traceparent`. */
  fetch(port: FetchPort): FetchPort;
}

type Api = typeof import('@opentelemetry/api');

/** Returns undefined if `@opentelemetry/api` is not installed. Throws if it is and cannot be loaded. */
export async function loadTracing(): Promise<Tracing | undefined> {
  try {
    return createTracing(await import('@opentelemetry/api'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function createTracing(api: Api): Tracing {
  const { context, propagation, trace, SpanKind } = api;
  // The tracer of the SDK that is registered at the time of the call.
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
  // Built from its parts: the server's own request object is not one that the constructor accepts.
  return new Request(url, { method, headers, signal, ...(body ? { body, duplex: 'half' } : {}) });
}

/** Ends the span with the status of the response. A server span is no error below 500, because the fault is the client's. */
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
    // Only the name of the error: its message may quote an address.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
