import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningBroker, startBroker } from '../../../src/broker/node/server.ts';
import { ACCESS_TOKEN, createWorld, SHOP } from '../fixtures/fake-world.ts';

/** Longer than the second that a broker once gave running requests. */
const PLATFORM_MS = 1_500;
const CLIENTS = 50;

const open: { close(): unknown }[] = [];
const agents: Agent[] = [];

afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await Promise.all(open.splice(0).map(each => each.close()));
});

async function slowPlatform(): Promise<string> {
  const platform = createServer((_incoming, outgoing) => {
    outgoing.setHeader('Content-Type', 'application/json');
    setTimeout(() => outgoing.end(JSON.stringify({ access_token: ACCESS_TOKEN, expires_in: 60 })), PLATFORM_MS);
  });
  open.push(platform);
  await new Promise<void>(resolve => platform.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
}

async function startReplica(platformUrl: string): Promise<RunningBroker> {
  const { fetch: _fetch, delay: _delay, ...options } = createWorld({ platformUrl, rateLimit: 10_000 }).options;
  const broker = await startBroker({
    options,
    port: 0,
    trustedProxies: 0,
    drainSeconds: 1,
    logLevel: 'silent',
    warnings: [],
  });
  open.push(broker);
  return broker;
}

/**
 * Returns the status, or undefined if the port is closed: a load balancer then asks the next replica. Rejects if the request was lost in
 * any other way.
 */
function askToken(port: number, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Origin: SHOP, 'Content-Length': '2' };
    const outgoing = request({ host: '127.0.0.1', port, path: '/token', method: 'POST', agent, headers });
    outgoing.on('response', incoming => incoming.resume().on('end', () => resolve(incoming.statusCode)));
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
    );
    outgoing.end('{}');
  });
}

describe('a restart under load', () => {
  it('a restart loses no request of fifty clients with connections that are kept alive', async () => {
    const platformUrl = await slowPlatform();
    const [first, second] = [await startReplica(platformUrl), await startReplica(platformUrl)];
    const ports = [first.port, second.port];
    let stopping = false;
    const client = async (): Promise<readonly number[]> => {
      const agent = new Agent({ keepAlive: true });
      agents.push(agent);
      const statuses: number[] = [];
      // Each client asks once more after the end of the first broker.
      for (let isLast = false; !isLast; ) {
        isLast = stopping;
        const status = (await askToken(ports[0] ?? 0, agent)) ?? (await askToken(ports[1] ?? 0, agent));
        statuses.push(status ?? 0);
      }
      return statuses;
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await new Promise(resolve => setTimeout(resolve, 200));
    const closed = first.close().then(() => {
      stopping = true;
    });
    const statuses = (await Promise.all(clients)).flat();
    await closed;
    expect(statuses.length).toBeGreaterThan(CLIENTS);
    expect([...new Set(statuses)]).toEqual([200]);
  });
});
