/** Implements createBroker: routes, CORS and the headers of every response. Uses web standards only. The Node server is in node/. */

import { type Context, Hono } from 'hono';
import type { BrokerErrorBody } from '../protocol/http-api.ts';
import { createOriginCheck, originForLog } from './access/allowed-origins.ts';
import { limitKeys, readAddress } from './access/client-address.ts';
import { createMemoryCounters } from './access/counters.ts';
import { createPseudonyms, type Pseudonyms } from './access/pseudonyms.ts';
import type { Verdict } from './access/rate-limit.ts';
import { createMemoryAlerts } from './alerts/alert-store.ts';
import { PROOF_HEADER, TICKET_HEADER } from './chat/chat-endpoints.ts';
import { connectorsOf } from './connectors.ts';
import {
  connectorLog,
  createEndpoints,
  createLimitedAlerts,
  type Endpoints,
  type LimitedAlerts,
  ticketsOf,
} from './create-endpoints.ts';
import { realDelay } from './endpoints/call-timeout.ts';
import { brokerError, errorResponse, jsonResponse, type Outcome, success } from './endpoints/responses.ts';
import { type RequestNames, readRequestNames, requestLog } from './endpoints/visit.ts';
import { consoleLog, type Log, withFields } from './log/log.ts';
import { createMeteredLog } from './log/metered-log.ts';
import { createThinLog } from './log/thin-log.ts';
import { type BrokerOptions, checkCode, checkOptions } from './options.ts';
import { ALERTS_PATH, type EndpointName, NOT_OFFERED, PATHS } from './paths.ts';
import { createIdentify, type Identify } from './sign-in/identify.ts';
import { createMemoryMarks } from './tickets/marks.ts';
import type { Tickets } from './tickets/resume-ticket.ts';
import { createTicketCookies } from './tickets/ticket-cookies.ts';

/** Seconds for which browsers cache a preflight. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

export interface RequestInfo {
  /**
   * The client's IP address, which the rate limit needs. A Request does not contain it, so the host must pass it. Behind a proxy, pass the address
   * that your own proxy reports. If it is missing or null, all clients share one limit, and the log says so once.
   */
  readonly address?: string | null | undefined;
}

/** A broker: a function from request to response, for any host with the web's `Request` and `Response`. */
export interface Broker {
  /**
   * Handles one request. Below `basePath` there are `POST /token`, `POST /revoke`, `GET /health` and `GET /ready`, and those that answer
   * `not_configured` until their options are set: `POST /probe`, `GET /status`, `POST /webhooks/alerts`, `POST /call-me`, `POST /call-us`, `POST
   * /chat/create`, `POST /chat/respond`, `PUT /chat/close` and `GET /chat/{id}/turns`. Any other path gets the error `not_found`. So does a wrong
   * method, with the header `Allow`. Every page can read an error, but only pages of allowed origins can read other responses.
   */
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
}

interface Env {
  Bindings: { readonly address: unknown; readonly names: RequestNames };
}

/** The pages of one connector. */
interface Site extends Endpoints {
  /** Returns the origin if this connector serves its pages; otherwise undefined. */
  readonly allowed: (header: string | null) => string | undefined;
  readonly tickets: Tickets;
  readonly log: Log;
}

interface Parts {
  /** In the order of the connectors. */
  readonly sites: readonly Site[];
  /** Undefined if the platform's alerts are not received. */
  readonly webhook: LimitedAlerts | undefined;
  readonly identify: Identify;
  /** Prefix of every path: empty, or with a leading slash and no trailing one. */
  readonly base: string;
  readonly isReady: () => boolean;
  readonly pseudonymOf: Pseudonyms;
  /** True if tickets are in cookies. */
  readonly usesCookies: boolean;
  /** True if pages may send credentials that identify the visitor: the site's own cookies, or the header Authorization. */
  readonly signsIn: boolean;
  /** The variable with the allowed origins. */
  readonly originsVariable: string;
  readonly log: Log;
}

/** Creates a broker. Throws a TypeError that names each wrong or unknown option and the form it must have; it never quotes a value. */
export function createBroker(options: BrokerOptions): Broker {
  // Callers in JavaScript may pass nothing.
  const given = options ?? {};
  const problems = [
    ...checkOptions(given).map(({ option, message }) => `createBroker: option ${option} ${message}`),
    ...(typeof given === 'object' ? checkCode(given) : []),
  ];
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
  const { basePath = '', isReady = () => true, now = Date.now, authorize, delay = realDelay } = options;
  const log = createMeteredLog(createThinLog(options.log ?? consoleLog, now), options.metrics);
  const { counters = createMemoryCounters(), marks = createMemoryMarks(now), alerts = createMemoryAlerts() } = options;
  const stores = { counters, marks, alerts };
  const app = createRoutes({
    sites: connectorsOf(options).map((connector, _, all) => {
      const own = connectorLog(all, connector, log);
      const tickets = ticketsOf(options, connector);
      const endpoints = createEndpoints(options, connector, { ...stores, tickets }, own);
      return { ...endpoints, allowed: createOriginCheck(connector.origins), tickets, log: own };
    }),
    webhook: createLimitedAlerts(options, stores),
    identify: createIdentify(authorize, delay),
    base: basePath.replace(/\/$/, ''),
    isReady,
    pseudonymOf: createPseudonyms(now),
    usesCookies: options.ticket === 'cookie',
    signsIn: authorize !== undefined,
    originsVariable: options.connectors ? 'NATTER_CONNECTORS' : 'NATTER_ALLOWED_ORIGINS',
    log,
  });
  return {
    fetch: async (request, info) =>
      app.fetch(request, { address: info?.address, names: readRequestNames(request.headers) }),
  };
}

function createRoutes(parts: Parts): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    await next();
    const allowed = siteOf(parts, origin(c))?.origin;
    addResponseHeaders(c.res, allowed, c.env.names.requestId);
    // Never combined with `*`, because only pages of allowed origins may send cookies.
    if ((parts.usesCookies || parts.signsIn) && allowed !== undefined)
      c.res.headers.set('Access-Control-Allow-Credentials', 'true');
  });
  const { base } = parts;
  for (const [path, respond] of [
    [`${base}/health`, () => jsonResponse(200, { status: 'ok' })],
    [`${base}/ready`, () => readyResponse(parts)],
  ] as const) {
    app.get(path, respond);
    app.options(path, () => preflightResponse(parts, 'GET'));
    app.all(path, c => wrongMethodResponse(c.req.method, path, 'GET, HEAD, OPTIONS'));
  }
  for (const [name, methods] of Object.entries(PATHS)) {
    const path = `${base}${name}`;
    const headers = 'GET' in methods && methods.GET === 'chat/turns' ? [TICKET_HEADER, PROOF_HEADER] : [];
    const allowed = Object.keys(methods).join(', ');
    app.options(path, () => preflightResponse(parts, allowed, headers));
    for (const [method, endpoint] of Object.entries(methods)) app.on(method, path, c => answerPage(parts, c, endpoint));
    app.all(path, c => wrongMethodResponse(c.req.method, path, `${allowed}, OPTIONS`));
  }
  const alertsPath = `${base}${ALERTS_PATH}`;
  app.post(alertsPath, c => answerPlatform(parts, c));
  app.options(alertsPath, () => preflightResponse(parts, 'POST'));
  app.all(alertsPath, c => wrongMethodResponse(c.req.method, alertsPath, 'POST, OPTIONS'));
  app.options('*', () => preflightResponse(parts, 'GET, POST'));
  app.notFound(c => notFoundResponse(parts, c.req.path));
  app.onError((error, c) => internalErrorResponse(requestLog(parts.log, c.env.names), error));
  return app;
}

/** Tells a load balancer whether to send requests to this broker, which may be about to stop. */
function readyResponse({ isReady }: Parts): Response {
  return isReady() ? jsonResponse(200, { status: 'ready' }) : jsonResponse(503, { status: 'stopping' });
}

function origin(c: Context<Env>): string | null {
  return c.req.raw.headers.get('Origin');
}

/** Returns the first site that has this origin. */
function siteOf({ sites }: Parts, header: string | null): { origin: string; site: Site } | undefined {
  for (const site of sites) {
    const origin = site.allowed(header);
    if (origin !== undefined) return { origin, site };
  }
  return undefined;
}

/** Returns the site of a request without an origin: that of its ticket or its address. */
async function siteWithoutOrigin(parts: Parts, { headers, url }: Request): Promise<Site | undefined> {
  const { sites, usesCookies } = parts;
  const presented = headers.get(TICKET_HEADER) ?? '';
  const ticket = usesCookies ? createTicketCookies(headers, url).read(presented) : presented;
  for (const site of ticket ? sites : []) {
    const opened = await site.tickets.open(ticket ?? '', '');
    if (opened.ok || !/^other_(?:platform|connector)$/.test(opened.reason)) return site;
  }
  const { host } = new URL(url);
  // A proxy may have taken TLS off.
  return (siteOf(parts, `https://${host}`) ?? siteOf(parts, `http://${host}`))?.site ?? sites[0];
}

const SCOPES = {
  subject: 'of this visitor',
  address: 'from this address',
  network: 'from this network',
  origin: 'of this site',
  all: 'at the moment',
};

async function answerPage(parts: Parts, c: Context<Env>, name: EndpointName): Promise<Response> {
  const header = origin(c);
  // A browser sends no origin with a GET of a page on the broker's own origin. Pages of other origins cannot leave theirs out, except for answers that they cannot read.
  const isSameOrigin = header === null && /^(?:GET|HEAD)$/.test(c.req.method);
  const own = isSameOrigin ? await siteWithoutOrigin(parts, c.req.raw) : undefined;
  const found = siteOf(parts, header) ?? (own && { origin: '', site: own });
  // Checks the origin before the rate limit; otherwise any page could use up the limits of its visitors.
  const { address, names } = c.env;
  if (!found) return refuseOrigin(parts, requestLog(parts.log, names), header);
  const endpoint = found.site[name];
  if (!endpoint) return notOfferedResponse(name);
  const client = await parts.pseudonymOf(limitKeys(address).address);
  const request = c.req.raw;
  const visitor = await identifyVisitor(parts, request, endpoint.identifies, {
    origin: found.origin,
    log: requestLog(found.site.log, names, client),
  });
  const { subject, log } = visitor;
  const asker = { address, origin: found.origin, subject, log };
  // Exempts signed-in visitors from challenges, because these are meant for anonymous programs.
  let verdict = await endpoint.limit.take(asker, subject === undefined ? endpoint.freeShare : 1);
  const count = async (): Promise<Outcome<undefined>> => {
    verdict = await endpoint.limit.take(asker);
    return outcomeOf(verdict);
  };
  const known = typeof address === 'string' ? readAddress(address) : undefined;
  const cookies = parts.usesCookies ? createTicketCookies(request.headers, found.origin || request.url) : undefined;
  const { identifies: isIdentified } = endpoint;
  const { traceHeaders } = names;
  const visit = { origin: found.origin, address: known, subject, isIdentified, log, traceHeaders, cookies };
  const within = outcomeOf(verdict);
  const admitted = within.ok ? visitor.outcome : within;
  const result = admitted.ok ? await endpoint.answer(request, visit, verdict.heldBack ? count : undefined) : admitted;
  const { headers } = verdict;
  const response = result.ok ? jsonResponse(200, result.value, headers) : errorResponse(result.error, headers);
  for (const change of cookies?.changes ?? []) response.headers.append('Set-Cookie', change);
  return response;
}

interface Visitor {
  /** A failure if the visitor is refused. Such a request still counts for the limit of its address. */
  readonly outcome: Outcome<unknown>;
  readonly subject: string | undefined;
  readonly log: Log;
}

async function identifyVisitor(
  { identify, pseudonymOf }: Parts,
  request: Request,
  identifies: boolean,
  { origin, log }: { readonly origin: string; readonly log: Log },
): Promise<Visitor> {
  const outcome = identifies ? await identify(request, origin, log) : success(undefined);
  const subject = outcome.ok ? outcome.value : undefined;
  const named = subject === undefined ? log : withFields(log, { subject: await pseudonymOf(subject) });
  return { outcome, subject, log: named };
}

function outcomeOf({ refused }: Pick<Verdict, 'refused'>): Outcome<undefined> {
  if (!refused) return success(undefined);
  const { ceiling, retryAfter } = refused;
  const message = `Too many requests ${SCOPES[ceiling]}. Try again in ${retryAfter} s.`;
  return { ok: false, error: brokerError('rate_limited', message, retryAfter) };
}

function notOfferedResponse(name: keyof typeof NOT_OFFERED): Response {
  return errorResponse(brokerError('not_configured', NOT_OFFERED[name] ?? ''));
}

/** Answers a webhook of the platform. */
async function answerPlatform({ webhook, log, pseudonymOf }: Parts, c: Context<Env>): Promise<Response> {
  if (!webhook) return notOfferedResponse('alerts');
  const { address, names } = c.env;
  const own = requestLog(log, names, await pseudonymOf(limitKeys(address).address));
  const { refused } = await webhook.limit.take({ address, origin: '', log: own });
  const within = outcomeOf({ refused });
  const result = within.ok ? await webhook.answer(c.req.raw, own) : within;
  return result.ok ? jsonResponse(200, result.value) : errorResponse(result.error);
}

/** Paths of optional endpoints that this version does not have. */
const UNKNOWN_HERE = /^\/metrics$/;

function notFoundResponse({ sites, base }: Parts, path: string): Response {
  if (path.startsWith(base) && UNKNOWN_HERE.test(path.slice(base.length))) {
    const what = 'This broker has no metrics here.';
    return errorResponse(brokerError('not_configured', what));
  }
  const posts = ['token', ...(sites[0]?.probe ? ['probe'] : []), 'revoke']
    .map(name => `POST ${base}/${name}`)
    .join(', ');
  const there = `There is nothing at this address. This broker answers ${posts}, GET ${base}/health and GET ${base}/ready.`;
  return errorResponse(brokerError('not_found', `${there}${mountHint(base, path)}`));
}

/** Hints at a wrong mount path. Repeats only a plain path, because an unknown path may contain anything. */
function mountHint(base: string, path: string): string {
  if (base !== '' && /^\/(?:token|probe|revoke|health)$/.test(path)) {
    return ' Operator of this broker: if the framework or proxy takes the path off, as Express does, leave the option basePath out.';
  }
  const [, prefix] = /^((?:\/[\w.-]{1,20}){1,4})\/(?:token|probe|revoke|health)$/.exec(path) ?? [];
  if (prefix === undefined || prefix === base) return '';
  return ` Operator of this broker: if it is mounted below ${prefix}, give createBroker that as the option basePath, or have the proxy take it off.`;
}

/**
 * Allows every origin and path. After a refused preflight, a page could not distinguish a wrong origin or path from a broken network. The request
 * itself is refused instead, with an error that the page can read.
 */
function preflightResponse({ signsIn }: Parts, methods: string, headers: readonly string[] = []): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': ['content-type', ...(signsIn ? ['authorization'] : []), ...headers].join(', '),
      'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
    },
  });
}

function refuseOrigin({ originsVariable }: Parts, log: Log, header: string | null): Response {
  log.warn('origin_refused', { origin: originForLog(header), mend: `${originsVariable}, if this is a page of yours` });
  return errorResponse(
    brokerError(
      'origin_not_allowed',
      header === null
        ? 'The request has no Origin header. Only pages of the allowed origins are answered.'
        : `The origin of this page is not among the allowed origins. Operator of this broker: add it to ${originsVariable}.`,
    ),
  );
}

/** Answers a wrong method with 404 and Allow, not 405, because each error code has one status. */
function wrongMethodResponse(method: string, path: string, allow: string): Response {
  const known = /^[A-Z]{1,10}$/.test(method) ? method : 'This method';
  return errorResponse(brokerError('not_found', `${known} is not answered at ${path}. Use ${allow.split(',')[0]}.`), {
    Allow: allow,
  });
}

/** Logs a bug of the broker. Its message may quote a secret, so only its name and place are logged. */
function internalErrorResponse(log: Log, error: Error): Response {
  const at = error.stack
    ?.split('\n')
    .find(line => /^\s+at /.test(line))
    ?.trim();
  log.error('internal_error', { name: error.name, at });
  return errorResponse(brokerError('upstream_unavailable', 'The broker failed to answer. Try again in a moment.'));
}

/** Refuses a request because too many are being answered. */
export function refuseBusy(log: Log): Response {
  log.warn('busy', { mend: 'another replica of the broker, or a platform that answers sooner' });
  return publicError(brokerError('upstream_unavailable', 'The broker is busy. Try again in a moment.', 1));
}

/** Returns the response after a failure outside the routes. */
export function answerDefect(log: Log, error: unknown): Response {
  const response = internalErrorResponse(log, error instanceof Error ? error : new Error());
  addResponseHeaders(response, undefined);
  return response;
}

/** Returns the response to a request that the host could not parse. */
export function refuseUnreadable(log: Log): Response {
  log.warn('request_unreadable', { message: UNREADABLE });
  return publicError(brokerError('bad_request', UNREADABLE));
}

/** Returns the response to a request that no route has seen. */
export function publicError(error: BrokerErrorBody): Response {
  const response = errorResponse(error);
  addResponseHeaders(response, undefined);
  return response;
}

const UNREADABLE =
  'The request cannot be read: its request line, its Host header or its length. A proxy in front of the broker must send one Host of the form name or ' +
  'name:port, and a path without dots, doubled slashes or percent signs.';

const EXPOSED = 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';

/** Lets every page read an error, which contains no secret. Only allowed origins may read other responses. */
function addResponseHeaders(
  { headers, status }: Response,
  allowed: string | undefined,
  requestId: string = crypto.randomUUID(),
): void {
  headers.set('X-Request-Id', requestId);
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.append('Vary', 'Origin');
  const readers = allowed ?? (status === 200 ? undefined : '*');
  if (readers === undefined) return;
  headers.set('Access-Control-Allow-Origin', readers);
  headers.set('Access-Control-Expose-Headers', EXPOSED);
}
