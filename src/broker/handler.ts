/** createBroker: the endpoints, who may read their answers, and the headers of every answer. Web standards only; hosts are elsewhere. */

import { type Context, Hono } from 'hono';
import { createOriginCheck, originForLog } from './access/allowed-origins.ts';
import { createDoors, type Door, type Doors } from './create-endpoints.ts';
import { brokerError, errorResponse, jsonResponse } from './endpoints/responses.ts';
import { consoleLog, type Log } from './log/log.ts';
import { type BrokerOptions, checkCode, checkOptions } from './options.ts';

/** A browser asks for permission once in so many seconds, not before every request. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

export interface RequestInfo {
  /**
   * The client's IP address, by which the rate limit counts. The host knows it, a Request does not. Behind a proxy give the address
   * that your own proxy vouches for. Without it, or with null, all clients share one allowance, which is said in the log once.
   */
  readonly address?: string | null | undefined;
}

export interface Broker {
  /**
   * Below `basePath`, answers `POST /token`, `POST /probe` (`not_configured` without the option `handshake`) and `GET /health`; anything else with `not_found`, a
   * wrong method with `Allow` besides. Every page can read an error; only pages of allowed origins can read more.
   */
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
}

interface Env {
  Bindings: { readonly address: unknown };
}

type OriginCheck = (header: string | null) => string | undefined;

interface Parts extends Doors {
  /** Before every path: empty, or with a slash before and none behind. */
  readonly base: string;
  readonly allowed: OriginCheck;
  readonly log: Log;
}

/** Throws a TypeError that names each wrong or unknown option and the form it must have; never quotes a value. */
export function createBroker(options: BrokerOptions): Broker {
  // Nothing at all comes from calls that no compiler has seen.
  const given = options ?? {};
  const problems = [
    ...checkOptions(given).map(({ option, message }) => `createBroker: option ${option} ${message}`),
    ...(typeof given === 'object' ? checkCode(given) : []),
  ];
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
  const { log = consoleLog, basePath = '' } = options;
  const base = basePath.replace(/\/$/, '');
  const app = createRoutes({
    ...createDoors(options, log),
    base,
    allowed: createOriginCheck(options.allowedOrigins),
    log,
  });
  return {
    fetch: async (request, info) => app.fetch(request, { address: info?.address }),
  };
}

function createRoutes(parts: Parts): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    await next();
    addHeaders(c.res, parts.allowed(origin(c)));
  });
  const { base } = parts;
  const health = `${base}/health`;
  app.get(health, () => jsonResponse(200, { status: 'ok' }));
  app.options(health, () => preflight('GET'));
  app.all(health, c => wrongMethod(c.req.method, health, 'GET, HEAD, OPTIONS'));
  for (const [path, door] of [
    [`${base}/token`, parts.token],
    [`${base}/probe`, parts.probe],
  ] as const) {
    app.options(path, () => preflight('POST'));
    app.post(path, c => answerPost(parts, c, door));
    app.all(path, c => wrongMethod(c.req.method, path, 'POST, OPTIONS'));
  }
  app.options('*', () => preflight('GET, POST'));
  app.notFound(c => nothingHere(parts, c.req.path));
  app.onError(error => internalError(parts.log, error));
  return app;
}

function origin(c: Context<Env>): string | null {
  return c.req.raw.headers.get('Origin');
}

async function answerPost(parts: Parts, c: Context<Env>, door: Door | undefined): Promise<Response> {
  const header = origin(c);
  const allowed = parts.allowed(header);
  // Before the limit: otherwise any page could use up its visitors' allowance here.
  if (allowed === undefined) return refuseOrigin(parts.log, header);
  if (!door) return notOffered();
  const retryAfter = await door.limit.take(c.env.address);
  if (retryAfter !== undefined) {
    return errorResponse(
      brokerError('rate_limited', `Too many requests from this address. Try again in ${retryAfter} s.`, retryAfter),
    );
  }
  const result = await door.answer(c.req.raw, allowed);
  return result.ok ? jsonResponse(200, result.value) : errorResponse(result.error);
}

function notOffered(): Response {
  return errorResponse(
    brokerError(
      'not_configured',
      'This broker does not probe. Operator of this broker: give createBroker the option handshake, or run the Node shell, which brings it.',
    ),
  );
}

/** What a broker may offer besides, and this one has nothing to offer it with. */
const NOT_OFFERED = /^\/(?:chat\/.+|call-me(?:\/[^/]+)?|call-us|webhooks\/alerts|status)$/;

function nothingHere({ probe, base }: Parts, path: string): Response {
  if (path.startsWith(base) && NOT_OFFERED.test(path.slice(base.length))) {
    const what = 'This version of the broker has no chat without sockets, no calls and no alerts.';
    return errorResponse(brokerError('not_configured', what));
  }
  const posts = probe ? `POST ${base}/token, POST ${base}/probe` : `POST ${base}/token`;
  const there = `There is nothing at this address. This broker answers ${posts} and GET ${base}/health.`;
  return errorResponse(brokerError('not_found', `${there}${mountHint(base, path)}`));
}

/** For a framework or a proxy that hands its own path on. A foreign path may be anything; only a plain one is repeated. */
function mountHint(base: string, path: string): string {
  if (base !== '' && /^\/(?:token|probe|health)$/.test(path)) {
    return ' Operator of this broker: if the framework or proxy takes the path off, as Express does, leave the option basePath out.';
  }
  const [, prefix] = /^((?:\/[\w.-]{1,40}){1,4})\/(?:token|probe|health)$/.exec(path) ?? [];
  if (prefix === undefined || prefix === base) return '';
  return ` Operator of this broker: if it is mounted below ${prefix}, give createBroker that as the option basePath, or have the proxy take it off.`;
}

/**
 * The same for every origin and path: after a refused preflight a page could not tell a wrong origin or path from a network that is down.
 * The request itself is refused, in words that the page can read.
 */
function preflight(methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': 'content-type',
      'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
    },
  });
}

function refuseOrigin(log: Log, header: string | null): Response {
  log.warn('origin_refused', {
    origin: originForLog(header),
    mend: 'NATTER_ALLOWED_ORIGINS, if this is a page of yours',
  });
  return errorResponse(
    brokerError(
      'origin_not_allowed',
      header === null
        ? 'The request has no Origin header. Only pages of the allowed origins are answered.'
        : 'The origin of this page is not among the allowed origins. Operator of this broker: add it to NATTER_ALLOWED_ORIGINS.',
    ),
  );
}

/** The status of each code is fixed, hence 404 with Allow where plain HTTP would say 405. */
function wrongMethod(method: string, path: string, allow: string): Response {
  const known = /^[A-Z]{1,10}$/.test(method) ? method : 'This method';
  return errorResponse(brokerError('not_found', `${known} is not answered at ${path}. Use ${allow.split(',')[0]}.`), {
    Allow: allow,
  });
}

/** A defect of ours. Its message may quote what it stumbled over, so only its kind and place are logged. */
function internalError(log: Log, error: Error): Response {
  const at = error.stack
    ?.split('\n')
    .find(line => /^\s+at /.test(line))
    ?.trim();
  log.error('internal_error', { name: error.name, at });
  return errorResponse(brokerError('upstream_unavailable', 'The broker failed to answer. Try again in a moment.'));
}

/** The host or the broker failed outside of the routes. */
export function answerDefect(log: Log, error: unknown): Response {
  const response = internalError(log, error instanceof Error ? error : new Error());
  addHeaders(response, undefined);
  return response;
}

/** The host could make no request of what came. */
export function refuseUnreadable(log: Log): Response {
  log.warn('request_unreadable', { message: UNREADABLE });
  const response = errorResponse(brokerError('bad_request', UNREADABLE));
  addHeaders(response, undefined);
  return response;
}

const UNREADABLE =
  'The request line or its Host header cannot be read. A proxy in front of the broker must send a Host of the form name or name:port.';

/** Errors hold no secret, and every page may read why it was refused. What else there is only allowed origins read. */
function addHeaders({ headers, status }: Response, allowed: string | undefined): void {
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  headers.append('Vary', 'Origin');
  const readers = allowed ?? (status === 200 ? undefined : '*');
  if (readers === undefined) return;
  headers.set('Access-Control-Allow-Origin', readers);
  headers.set('Access-Control-Expose-Headers', 'Retry-After');
}
