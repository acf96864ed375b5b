/** Customers' pages and brokers of a single test: real servers on free ports, stopped when the test is over. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort, type Running, run, type Stage } from './stage.ts';

const servers: Server[] = [];
const running: Running[] = [];

/** Stops all servers; to be passed to `test.afterEach`. */
export async function closeAll(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all(running.splice(0).map(each => each.stop()));
}

export async function serve(answer: RequestListener, port = 0): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>(resolve => void server.listen(port, 'localhost', () => resolve()));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Starts the built command line; `closeAll` stops it. */
export async function start(...how: Parameters<typeof run>): Promise<void> {
  running.push(await run(...how));
}

/** A page of a shop, the same at every path. */
export function openSite(tag: string): Promise<string> {
  return serve((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>Customer</title><h1>A shop</h1>${tag}</html>`);
  });
}

export const tag = (stage: Stage, broker: string, attributes = '') =>
  `<script async src="${stage.demo}/natter.js" data-broker="${broker}" ${attributes}></script>`;

/** A broker of the test's own, for a site that is open at `origin`. */
export async function startBroker(
  stage: Stage,
  port: number,
  origin: string,
  env: Record<string, string> = {},
): Promise<void> {
  await start(
    ['broker'],
    {
      PORT: `${port}`,
      NATTER_PLATFORM_URL: stage.emulator,
      NATTER_CONNECTOR_TOKEN: 'demo-connector',
      NATTER_HOST: 'localhost',
      NATTER_ALLOWED_ORIGINS: origin,
      NATTER_TICKET_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
      NATTER_RATE_LIMIT: '1000',
      ...env,
    },
    { up: /listening|ready/i },
  );
}

/** A site and a broker that know each other. Returns the site's address. */
export async function siteWithBroker(stage: Stage, env: Record<string, string> = {}, attributes = ''): Promise<string> {
  const port = await freePort();
  const site = await openSite(tag(stage, `http://localhost:${port}`, attributes));
  await startBroker(stage, port, site, env);
  return site;
}
