/** Implements the broker's Node server: listening socket, client addresses, one log line per request, and a shutdown that loses no request. */

import type { Server } from 'node:http';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { originForLog } from '../access/allowed-origins.ts';
import { clientAddress, type ProxyTrust, readForwardedFor } from '../access/client-address.ts';
import { createMemoryCounters } from '../access/counters.ts';
import { proxyTrust } from '../access/trusted-proxies.ts';
import { createMemoryAlerts } from '../alerts/alert-store.ts';
import { type BrokerConfig, type BrokerConfigResult, type ConfigNote, DEFAULT_MAX_IN_FLIGHT } from '../config.ts';
import { checkPlatform } from '../create-endpoints.ts';
import { type Broker, createBroker, refuseBusy, refuseUnreadable } from '../handler.ts';
import { createJsonLog } from '../log/json-log.ts';
import type { Log } from '../log/log.ts';
import { createMeteredLog } from '../log/metered-log.ts';
import { createThinLog } from '../log/thin-log.ts';
import { createMemoryMarks } from '../tickets/marks.ts';
import { createHttpServer, isAmbiguous, openFilesLimit } from './http-server.ts';
import { createNodeHandshake } from './node-handshake.ts';
import { createNodeFetch } from './ports/node-fetch.ts';
import { createPromMetrics, type PromMetrics } from './ports/prom-metrics.ts';
import { createRedisStores } from './ports/redis-stores.ts';
import { loadTracing, type Tracing } from './ports/tracing.ts';
import { createProxyWatch } from './proxy-watch.ts';
import { BrokerStartError } from './start-error.ts';
import { createWorkLimit } from './work-limit.ts';

/**
 * Milliseconds in which running requests must finish after the drain. The longest call makes two attempts of 5 s with a pause between them; with
 * Chat, it waits 30 s for a reply.
 */
const CLOSE_GRACE_MS = 11_000;
const CHAT_GRACE_MS = 31_000;

/** Message for a wrong argument, which is most likely bare options, or a result of readBrokerConfig that contains problems. */
const CONFIG_FORM =
  'the configuration must be an object with options, those of createBroker, and with port, trustedProxies, logLevel and warnings, ' +
  'as readBrokerConfig answers it where its `ok` is true';

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** A broker that is listening. */
export interface RunningBroker {
  /** The port in use, even if the system chose it; 0 on a Unix socket. */
  readonly port: number;
  /** The address on this machine: `http://localhost:<port>`, or `unix:<path>`. */
  readonly url: string;
  /**
   * Stops without losing a request. First `GET /ready` is answered with 503 and every response closes its connection, for `drainSeconds` of the
   * configuration (`drain: false` skips this). Then the port is closed, and running requests get 11 s to finish, with the
   * option `chat` 31 s.
   */
  close(options?: { readonly drain?: boolean }): Promise<void>;
  /**
   * Applies new options: origins, keys, limits, connector. Requests in progress finish with the earlier options, and the counters of the limits are
   * kept. If the configuration has problems, they are logged and nothing changes. Changes outside `options` need a restart.
   */
  reload(config: BrokerConfigResult): void;
}

/** Implements `startBroker` of lazy-node.ts. */
export async function startBroker(config: BrokerConfig, shell: { log?: Log } = {}): Promise<RunningBroker> {
  if (!config?.options || !config.warnings) throw new TypeError(`startBroker: ${CONFIG_FORM}.`);
  const log = shell.log ?? config.options.log ?? createJsonLog(config.logLevel);
  const state: { closing?: Promise<void> } = {};
  const isReady = () => !state.closing;
  const metrics = config.metricsToken === undefined ? undefined : createPromMetrics(config.metricsToken);
  const redis = config.redisUrl === undefined ? undefined : createRedisStores(config.redisUrl, log);
  const tracing = await loadTracing();
  const plainFetch = createNodeFetch(config.platformNetwork);
  const nodeFetch = tracing?.fetch(plainFetch) ?? plainFetch;
  const ports = {
    fetch: nodeFetch,
    handshake: createNodeHandshake(config.platformNetwork ?? {}),
    isReady,
    counters: redis?.counters ?? createMemoryCounters(),
    marks: redis?.marks ?? createMemoryMarks(Date.now),
    alerts: redis?.alerts ?? createMemoryAlerts(),
    ...(metrics ? { metrics } : {}),
  };
  const create = ({ options }: Pick<BrokerConfig, 'options'>) => createBroker({ ...ports, ...options, log });
  let current = create(config);
  for (const { variable, message } of config.warnings) log.warn('config_warning', { variable, message });
  const { maxInFlight = DEFAULT_MAX_IN_FLIGHT } = config;
  const broker: Broker = { fetch: (request, info) => current.fetch(request, info) };
  const server = createBrokerServer(broker, {
    trust: proxyTrust(config.trustedProxies),
    maxInFlight,
    metrics,
    tracing,
    log,
    isReady,
  });
  const port = await listen(server, config);
  log.info('listening', { port });
  if (config.check) void checkPlatform({ fetch: nodeFetch, ...config.options }, createMeteredLog(log, metrics));
  return {
    port,
    url: isSocketPath(config.listenHost) ? `unix:${config.listenHost}` : `http://localhost:${port}`,
    reload(next) {
      if (!next.ok) return logRefusal(log, next.problems);
      current = create(next);
      log.info('reloaded');
    },
    close({ drain = true } = {}) {
      const drainMs = drain ? (config.drainSeconds ?? 0) * 1_000 : 0;
      state.closing ??= close(server, drainMs, config.options.chat ? CHAT_GRACE_MS : CLOSE_GRACE_MS).then(() => {
        redis?.close();
        log.info('closed');
      });
      return state.closing;
    },
  };
}

interface ServerParts {
  readonly trust: ProxyTrust;
  readonly maxInFlight: number;
  readonly metrics: PromMetrics | undefined;
  readonly tracing: Tracing | undefined;
  readonly log: Log;
  /** False from the beginning of the shutdown. */
  readonly isReady: () => boolean;
}

function createBrokerServer(
  broker: Broker,
  { trust, maxInFlight, metrics, tracing, log: everyLine, isReady }: ServerParts,
): Server {
  const log = createMeteredLog(createThinLog(everyLine, Date.now), metrics);
  const watch = createProxyWatch(trust, log);
  // Uses at most a quarter of the files, because each request may need a second connection, to the platform.
  const work = createWorkLimit(Math.min(maxInFlight, Math.floor(openFilesLimit() / 4)));
  const answer: FetchCallback = async (request, bindings) => {
    // The adapter's type includes HTTP/2, which this server does not speak.
    const { incoming, outgoing } = bindings as HttpBindings;
    const startedAt = performance.now();
    outgoing.once('finish', () => endIfClosing(server));
    const forwardedFor = readForwardedFor(incoming);
    watch.checkRequest(forwardedFor);
    const peer = incoming.socket.remoteAddress;
    const address = clientAddress(peer, forwardedFor, trust);
    const respond = (): Promise<Response> | Response => {
      if (isAmbiguous(incoming)) return refuseUnreadable(log);
      if (metrics && METRICS_PATH.test(incoming.url ?? '')) return metrics.answer(request.headers.get('Authorization'));
      if (!work.begin(incoming, outgoing)) return refuseBusy(log);
      const ask = (asked: Request) => broker.fetch(asked, address === undefined ? {} : { address });
      return tracing ? tracing.request(request, pathForLog(request), ask) : ask(request);
    };
    const response = await respond();
    // Makes the client open its next connection to another broker.
    if (!isReady()) outgoing.shouldKeepAlive = false;
    // The broker names an origin in this header only if the origin is allowed.
    const reader = response.headers.get('Access-Control-Allow-Origin');
    const isOfPage = request.method === 'POST' && reader !== null && reader !== '*';
    if (isOfPage) watch.checkPagePost(peer, forwardedFor);
    const requestId = response.headers.get('X-Request-Id') ?? undefined;
    logRequest(log, request, { status: response.status, ms: Math.round(performance.now() - startedAt), requestId });
    return response;
  };
  const errorHandler = (error: unknown) => (error instanceof RequestError ? refuseUnreadable(log) : undefined);
  // Keeps the adapter from replacing the global Request and Response of the host program.
  const server = createHttpServer(getRequestListener(answer, { overrideGlobalObjects: false, errorHandler }), log);
  return server;
}

/** Ends a connection that was busy when the server closed, because Node keeps it alive after the response. */
function endIfClosing(server: Server): void {
  if (!server.listening) setImmediate(() => server.closeIdleConnections());
}

const METRICS_PATH = /^\/metrics(?:\?|$)/;
const OWN_PATH =
  /^(?:\/[\w-]{1,20}){0,3}\/(?:token|probe|revoke|health|ready|metrics|status|webhooks\/alerts|call-me(?:\/\{id\})?|call-us|chat\/(?:create|respond|close|\{id\}\/turns))$/;
/** Matches the id of a call or of a conversation, before or after the fixed part of its path. */
const PATH_ID = /(?<=\/call-me\/)[^/]+$|(?<=\/chat\/)[^/]+(?=\/turns$)/;

/**
 * Returns the path for the log: only the broker's own paths, even below short plain names, which helps to find a wrong mount. Any other path may
 * contain a secret, such as a pasted token.
 */
function pathForLog({ url }: Request): string {
  const pathname = new URL(url).pathname.replace(PATH_ID, '{id}');
  return OWN_PATH.test(pathname) ? pathname : '(other)';
}

function logRequest(
  log: Log,
  request: Request,
  result: { status: number; ms: number; requestId: string | undefined },
): void {
  log.info('request', {
    method: request.method,
    path: pathForLog(request),
    ...result,
    origin: originForLog(request.headers.get('Origin')),
  });
}

function logRefusal(log: Log, problems: readonly ConfigNote[]): void {
  log.error('reload_refused', {
    variables: problems.map(({ variable }) => variable).join(', '),
    message: problems.map(({ message }) => message).join(' '),
  });
}

const isSocketPath = (host: string | undefined): host is string => host?.startsWith('/') === true;

function listen(server: Server, { port, listenHost }: BrokerConfig): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startError(error.code, port, listenHost)));
    const where = isSocketPath(listenHost)
      ? { path: listenHost }
      : { port, ...(listenHost ? { host: listenHost } : {}) };
    server.listen(where, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function startError(code: string | undefined, port: number, host: string | undefined): BrokerStartError {
  if (isSocketPath(host)) {
    const message = `The socket of HOST cannot be listened on (${code ?? 'no code'}). If no broker runs there, remove its file.`;
    return new BrokerStartError('listen_failed', message);
  }
  if (code === 'EADDRINUSE') {
    return new BrokerStartError('port_in_use', `Port ${port} is in use. Choose a free one (PORT, or the option port).`);
  }
  if (code === 'EACCES') {
    return new BrokerStartError(
      'port_not_allowed',
      `Port ${port} is reserved for the system. Choose one above 1023 (PORT, or the option port).`,
    );
  }
  return new BrokerStartError(
    'listen_failed',
    `Port ${port} cannot be listened on (${code ?? 'no code'}). Choose another (PORT and HOST, or the options port and listenHost).`,
  );
}

async function close(server: Server, drainMs: number, graceMs: number): Promise<void> {
  if (drainMs > 0) await new Promise(resolve => setTimeout(resolve, drainMs));
  await new Promise<void>(resolve => {
    const grace = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(grace);
      resolve();
    });
  });
}
