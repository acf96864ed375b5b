/** The broker's Node server: listening socket, client addresses, one log line per request, graceful shutdown. */

import { createServer, type Server } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { originForLog } from '../access/allowed-origins.ts';
import { clientAddress, readForwardedFor } from '../access/client-address.ts';
import type { BrokerConfig } from '../config.ts';
import { type Broker, createBroker, refuseUnreadable } from '../handler.ts';
import { createJsonLog } from '../log/json-log.ts';
import type { Log } from '../log/log.ts';
import { nodeHandshake } from './node-handshake.ts';
import { createProxyWatch } from './proxy-watch.ts';
import { BrokerStartError } from './start-error.ts';

/** Limit for a whole request, whose body has at most 4 KB. */
const REQUEST_TIMEOUT_MS = 15_000;

/** Time that running requests have to finish after `close()`. */
const CLOSE_GRACE_MS = 1_000;

/** Message for a wrong argument: most likely bare options, or a result of readBrokerConfig with problems. */
const CONFIG_FORM =
  'the configuration must be an object with options, those of createBroker, and with port, trustProxyHops, logLevel and warnings, ' +
  'as readBrokerConfig answers it where its `ok` is true';

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** A broker that is listening. */
export interface RunningBroker {
  /** The port in use, also if the system chose it. */
  readonly port: number;
  /** The address on this machine: `http://localhost:<port>`. */
  readonly url: string;
  /** Stops listening, lets running requests finish for a second, then destroys every socket. */
  close(): Promise<void>;
}

/** Implements `startBroker` of lazy-node.ts. */
export async function startBroker(config: BrokerConfig, shell: { log?: Log } = {}): Promise<RunningBroker> {
  if (!config?.options || !config.warnings) throw new TypeError(`startBroker: ${CONFIG_FORM}.`);
  const log = shell.log ?? config.options.log ?? createJsonLog(config.logLevel);
  const broker = createBroker({ handshake: nodeHandshake, ...config.options, log });
  for (const { variable, message } of config.warnings) log.warn('config_warning', { variable, message });
  const server = createBrokerServer(broker, { hops: config.trustProxyHops, log });
  const port = await listen(server, config.port);
  log.info('listening', { port });
  const state: { closing?: Promise<void> } = {};
  return {
    port,
    url: `http://localhost:${port}`,
    close() {
      state.closing ??= close(server).then(() => log.info('closed'));
      return state.closing;
    },
  };
}

function createBrokerServer(broker: Broker, { hops, log }: { hops: number; log: Log }): Server {
  const watch = createProxyWatch(hops, log);
  const answer: FetchCallback = async (request, { incoming, outgoing }) => {
    const startedAt = performance.now();
    outgoing.once('finish', () => endIfClosing(server));
    const forwardedFor = readForwardedFor(incoming);
    watch.checkRequest(forwardedFor);
    const address = clientAddress(incoming.socket.remoteAddress, forwardedFor, hops);
    const response = await broker.fetch(request, address === undefined ? {} : { address });
    // The broker names an origin in this header only if the origin is allowed.
    const reader = response.headers.get('Access-Control-Allow-Origin');
    const isOfPage = request.method === 'POST' && reader !== null && reader !== '*';
    if (isOfPage) watch.checkPagePost(forwardedFor);
    logRequest(log, request, { status: response.status, ms: Math.round(performance.now() - startedAt) });
    return response;
  };
  const errorHandler = (error: unknown) => (error instanceof RequestError ? refuseUnreadable(log) : undefined);
  // By default the adapter replaces the global Request and Response of the host program.
  const listener = getRequestListener(answer, { overrideGlobalObjects: false, errorHandler });
  const timeouts = { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS };
  // Node itself would refuse a request without Host silently; the adapter refuses it with a log line.
  const server = createServer({ ...timeouts, requireHostHeader: false }, listener);
  return server;
}

/** Ends a connection that was busy when the server closed: Node keeps it alive after the response. */
function endIfClosing(server: Server): void {
  if (!server.listening) setImmediate(() => server.closeIdleConnections());
}

function logRequest(log: Log, request: Request, result: { status: number; ms: number }): void {
  const { pathname } = new URL(request.url);
  log.info('request', {
    method: request.method,
    // A foreign path may be anything, such as a pasted token; a short plain one helps to find a wrong mount.
    path: /^[\w/-]{1,40}$/.test(pathname) ? pathname : '(other)',
    ...result,
    origin: originForLog(request.headers.get('Origin')),
  });
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startError(error.code, port)));
    server.listen(port, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function startError(code: string | undefined, port: number): BrokerStartError {
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
    `Port ${port} cannot be listened on (${code ?? 'no code'}). Choose another (PORT, or the option port).`,
  );
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(grace);
      resolve();
    });
  });
}
