/**
 * Serves the built demo pages and the script tag's files to this machine only, and passes the console's calls on to the platform. The pages' placeholders (`{{broker}}`,
 * `{{emulator}}`, `{{dialect}}`) are replaced when the page is served, because the ports are not known earlier.
 */

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { PlatformAccess } from './proxy/admission.ts';
import { createPlatformProxy } from './proxy/platform-proxy.ts';

export type { PlatformAccess };

export interface DemoServerOptions {
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /** Folder with `natter.js`, its chunks and `demo/`. */
  readonly dist: string;
}

/** Values for the placeholders of the page. */
export interface DemoValues {
  readonly broker: string;
  /** Empty without an emulator; the page then has no control panel. */
  readonly emulator: string;
  readonly dialect: string;
}

export interface DemoServer {
  readonly port: number;
  readonly url: string;
  /** Sets what the pages are filled with. Without `access` the console cannot be used. */
  show(values: DemoValues, access?: PlatformAccess): void;
  close(): Promise<void>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.map': 'application/json',
};

/** Pages with placeholders. */
const PAGES = ['demo/index.html', 'demo/console.html'];

/** A strict Content-Security-Policy for `/?strict`. Only connections and images may have any address. */
const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src * data:; connect-src *; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'";

/** Starts the server. Rejected with a sentence that names port and variable if it cannot listen. */
export async function startDemoServer({ port, dist }: DemoServerOptions): Promise<DemoServer> {
  let values: DemoValues = { broker: '', emulator: '', dialect: '' };
  let access: PlatformAccess | undefined;
  const proxy = createPlatformProxy(() => access);
  const make = (): Server =>
    createServer(async (request, response) => {
      if (!(await proxy(request, response))) await serveRequest(request, response, dist, values);
    });
  const servers = [make()];
  const bound = await listen(servers[0] as Server, port, '127.0.0.1');
  const v6 = make();
  try {
    await listen(v6, bound, '::1');
    servers.push(v6);
  } catch (error) {
    // Fails only if the port is taken: browsers might then reach another server that uses it on IPv6. A machine without IPv6 is no problem.
    if (error instanceof PortTaken) {
      servers[0]?.close();
      throw error;
    }
  }
  return {
    port: bound,
    url: `http://localhost:${bound}`,
    show(next, given) {
      values = next;
      access = given;
    },
    async close() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
    },
  };
}

class PortTaken extends Error {}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE') reject(new PortTaken(`Port ${port} is in use. Set NATTER_DEMO_PORT to a free one.`));
      else reject(new Error(`Port ${port} cannot be listened on (${code}). Set NATTER_DEMO_PORT to another.`));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

async function serveRequest(request: IncomingMessage, response: ServerResponse, dist: string, values: DemoValues) {
  const asked = request.url ?? '/';
  // Concatenates the strings, because `new URL('//', base)` would throw and end the demo.
  const { pathname, searchParams } = new URL(`http://localhost${asked.startsWith('/') ? asked : '/'}`);
  const file = request.method === 'GET' || request.method === 'HEAD' ? fileFor(pathname) : undefined;
  const body = file === undefined ? undefined : await readFile(join(dist, file)).catch(() => undefined);
  if (file === undefined || body === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found');
    return;
  }
  const isPage = PAGES.includes(file);
  response.writeHead(200, {
    'Content-Type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
    // Lets browsers cache files with a hash in their name.
    'Cache-Control': /^(?:natter-|demo\/assets\/)/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    // Allows pages of other origins to load the modules, which needs CORS.
    ...(file.startsWith('natter') ? { 'Access-Control-Allow-Origin': '*' } : {}),
    ...(isPage && searchParams.has('strict') ? { 'Content-Security-Policy': STRICT_POLICY } : {}),
  });
  response.end(isPage ? fillIn(body.toString('utf8'), values) : body);
}

/** Returns the file for a path. Accepts only plain names: no path may lead out of the folder. */
function fileFor(path: string): string | undefined {
  if (path === '/' || path === '/index.html') return 'demo/index.html';
  if (/^\/natter(-[\w-]+)?\.js(\.map)?$/.test(path)) return path.slice(1);
  return /^(\/[\w-]+)?\/[\w-][\w.-]*$/.test(path) ? `demo${path}` : undefined;
}

function fillIn(page: string, values: DemoValues): string {
  return page.replace(/\{\{(broker|emulator|dialect)\}\}/g, (_, name: keyof DemoValues) => escaped(values[name]));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
