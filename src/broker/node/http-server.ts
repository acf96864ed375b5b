/**
 * Creates Node's HTTP server with the broker's limits. Requests that Node itself refuses (unreadable, too slow, too large, CONNECT) get a response
 * body and a log line like all others.
 */

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseUnreadable } from '../handler.ts';
import type { Log } from '../log/log.ts';

/** Milliseconds until a whole request must have arrived. Its body has at most 4 KB. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Milliseconds between two checks for requests that take longer. */
const CHECK_EVERY_MS = 3_000;
/** Milliseconds for which an idle connection stays open. The time is longer than the 60 s of nginx and load balancers, which must close first. */
const KEEP_ALIVE_MS = 75_000;
/** Largest number of requests on one connection. Node answers the next one with 503. */
const MAX_REQUESTS_PER_SOCKET = 1_000;
const MAX_CONNECTIONS = 10_000;

/** HTTP status for a code of Node's parser. For other codes it is 400. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Creates the server. `log` gets a line `request_unreadable` for each request that cannot be read. */
export function createHttpServer(listener: RequestListener, log: Log): Server {
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Lets the adapter refuse a request without Host, because Node would refuse it without a log line.
      requireHostHeader: false,
    },
    listener,
  );
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.maxConnections = Math.min(MAX_CONNECTIONS, Math.floor(openFilesLimit() / 2));
  // Removes the limit on the number of headers. Node would drop the last ones, which the trusted proxy has added. All headers together are still
  // limited to 16 KB.
  server.maxHeadersCount = 0;
  // Allows a client to close its half of the connection after its request and still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else void refuseSocket(socket, STATUSES[error.code ?? ''] ?? 400, log);
  });
  server.on('connect', (_request, socket) => void refuseSocket(socket, 400, log));
  server.on('checkExpectation', (_request, outgoing) => void refuseExpectation(outgoing, log));
  return server;
}

/** Returns true for a request with two Host headers (RFC 9112, 3.2), or with a path in an unusual spelling, such as `//token` or `/%74oken`. */
export function isAmbiguous({ rawHeaders, url = '' }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host');
  const [path = ''] = url.split('?');
  return hosts.length > 1 || !path.startsWith('/') || /%|\/{2}|\/\.{1,2}(?:\/|$)/.test(path);
}

/** Returns the number of files and sockets that the process may open. */
export function openFilesLimit(): number {
  const { report } = process as { report?: NodeJS.ProcessReport & { excludeNetwork?: boolean } };
  if (!report) return Number.POSITIVE_INFINITY;
  const { excludeNetwork = false } = report;
  // Skips the network part of the report, which would look up host names.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  report.excludeNetwork = excludeNetwork;
  const limit = Number(userLimits?.open_files?.soft);
  return limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

async function refuseSocket(socket: Duplex, status: number, log: Log): Promise<void> {
  const response = refuseUnreadable(log);
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  socket.end(`HTTP/1.1 ${status} Refused\r\n${headers}${length}Connection: close\r\n\r\n${body}`);
}

async function refuseExpectation(outgoing: ServerResponse, log: Log): Promise<void> {
  const response = refuseUnreadable(log);
  outgoing.writeHead(417, { ...Object.fromEntries(response.headers), Connection: 'close' });
  outgoing.end(await response.text());
}
