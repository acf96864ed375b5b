import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../src/broker/log/log.ts';
import { type RunningBroker, startBroker } from '../../../src/broker/node/server.ts';
import type { BrokerOptions } from '../../../src/broker/options.ts';
import { ACCESS_TOKEN, createWorld, SHOP } from '../fixtures/fake-world.ts';
import { freePort, REDIS_MISSING, startRedis } from '../fixtures/real-redis.ts';
import { type ProxyName, programPath, type RunningProxy, startProxy } from './real-proxies.ts';

const CLIENTS = 50;
const PLATFORM_MS = 300;

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function slowPlatform(): Promise<string> {
  const platform = createServer((_incoming, outgoing) => {
    outgoing.setHeader('Content-Type', 'application/json');
    setTimeout(() => outgoing.end(JSON.stringify({ access_token: ACCESS_TOKEN, expires_in: 60 })), PLATFORM_MS);
  });
  await new Promise<void>(resolve => platform.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => platform.close() });
  return `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
}

async function startReplica(
  port: number,
  { redisUrl, ...settings }: Partial<BrokerOptions> & { redisUrl?: string } = {},
  log?: Log,
): Promise<RunningBroker> {
  const { delay: _delay, fetch, now: _now, ...options } = createWorld(settings).options;
  const broker = await startBroker(
    {
      options: { ...options, ...(settings.platformUrl === undefined && fetch ? { fetch } : {}) },
      port,
      listenHost: '127.0.0.1',
      trustedProxies: 1,
      drainSeconds: 1,
      logLevel: 'silent',
      warnings: [],
      ...(redisUrl === undefined ? {} : { redisUrl }),
    },
    log ? { log } : {},
  );
  open.push({ close: () => broker.close({ drain: false }) });
  return broker;
}

interface Asked {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
}

function ask(
  { url }: RunningProxy,
  {
    path = '/token',
    headers = {},
    ...connection
  }: { path?: string; headers?: object; agent?: Agent; localAddress?: string } = {},
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const own = { Origin: SHOP, 'Content-Type': 'application/json', 'Content-Length': '2', ...headers };
    const outgoing = request(`${url}${path}`, { method: 'POST', headers: own, ...connection });
    outgoing.on('response', incoming =>
      incoming.resume().on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers })),
    );
    outgoing.on('error', reject);
    outgoing.end('{}');
  });
}

/** Lets clients ask one request after the other. Returns a function that stops them, and resolves with all statuses. */
function keepAsking(proxy: RunningProxy, count: number): () => Promise<readonly (number | undefined)[]> {
  let isOver = false;
  const client = async (): Promise<readonly (number | undefined)[]> => {
    const agent = new Agent({ keepAlive: true });
    const statuses: (number | undefined)[] = [];
    while (!isOver) statuses.push((await ask(proxy, { agent })).status);
    agent.destroy();
    return statuses;
  };
  const clients = Array.from({ length: count }, client);
  return async () => {
    isOver = true;
    return (await Promise.all(clients)).flat();
  };
}

const PROXIES = (['nginx', 'haproxy'] satisfies ProxyName[]).map(name => {
  const isThere = programPath(name) !== undefined;
  return { name, isThere, shown: isThere ? name : `${name} (skipped, because it is not installed)` };
});

describe.each(PROXIES)('brokers behind $shown', ({ name, isThere }) => {
  async function startBehind(settings: Partial<BrokerOptions> = {}, log?: Log): Promise<RunningProxy> {
    const replica = await startReplica(0, settings, log);
    const proxy = await startProxy(name, [replica.port, replica.port]);
    open.push(proxy);
    return proxy;
  }

  it.skipIf(!isThere)('a visitor cannot get another limit by a forged address', async () => {
    const proxy = await startBehind({ rateLimit: 2 });
    const forged = (at: number) => ask(proxy, { headers: { 'X-Forwarded-For': `198.51.100.${at}, 203.0.113.${at}` } });
    const statuses = [await forged(1), await forged(2), await forged(3)].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
    const other = await ask(proxy, { localAddress: '127.0.0.2' });
    expect(other.status).toBe(200);
  });

  it.skipIf(!isThere)('the request id of the proxy is in the log and in the response', async () => {
    const ids: unknown[] = [];
    const note: Log['info'] = (_event, fields) => void ids.push(fields?.requestId);
    const { headers } = await ask(await startBehind({}, { info: note, warn: note, error: note }));
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/);
    expect(ids).toContain(headers['x-request-id']);
  });

  it.skipIf(!isThere)('metrics cannot be read through the proxy', async () => {
    const { status, headers } = await ask(await startBehind(), { path: '/metrics' });
    expect([status, headers['x-request-id']]).toEqual([404, undefined]);
  });

  it.skipIf(!isThere)('connections to the broker are kept alive', async () => {
    const proxy = await startBehind({ rateLimit: 1_000 });
    const sockets = new Set<Socket>();
    const note = (message: unknown): void => {
      const { socket, request: incoming } = message as { socket: Socket; request: IncomingMessage };
      if (incoming.url === '/token') sockets.add(socket);
    };
    subscribe('http.server.request.start', note);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 20; count += 1) expect((await ask(proxy, { agent })).status).toBe(200);
    unsubscribe('http.server.request.start', note);
    agent.destroy();
    expect(sockets.size).toBeGreaterThan(0);
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it.skipIf(!isThere)('a call, a reservation and a message are sent once, even if their answer is lost', async () => {
    const arrived: string[] = [];
    const breaking = createServer(({ url = '', socket }, outgoing) => {
      if (url === '/ready') return outgoing.end('{}');
      arrived.push(url);
      return socket.destroy();
    });
    await new Promise<void>(resolve => breaking.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => breaking.close() });
    const { port } = breaking.address() as AddressInfo;
    const proxy = await startProxy(name, [port, port]);
    open.push(proxy);
    for (const path of ['/call-me', '/call-us', '/chat/respond'])
      expect((await ask(proxy, { path, agent: new Agent() })).status).toBe(502);
    expect(arrived).toEqual(['/call-me', '/call-us', '/chat/respond']);
  });

  it.skipIf(!isThere)('fifty clients lose no request while one broker after the other is restarted', async () => {
    const settings = { platformUrl: await slowPlatform(), rateLimit: 100_000 };
    const ports = [await freePort(), await freePort()] as const;
    const replicas = [await startReplica(ports[0], settings), await startReplica(ports[1], settings)];
    const proxy = await startProxy(name, ports);
    open.push(proxy);
    const stop = keepAsking(proxy, CLIENTS);
    for (const [at, replica] of replicas.entries()) {
      await replica.close();
      const answered: unknown[] = [];
      const note: Log['info'] = (_event, fields) => void (fields?.status === 200 && answered.push(fields.path));
      await startReplica(ports[at] ?? 0, settings, { info: note, warn: note, error: note });
      // HAProxy has found it ready, or nginx has sent it a request.
      await expect.poll(() => answered.length).toBeGreaterThan(0);
    }
    const statuses = await stop();
    expect(statuses.length).toBeGreaterThan(CLIENTS);
    expect([...new Set(statuses)]).toEqual([200]);
  });
});

describe.skipIf(REDIS_MISSING || programPath('nginx') === undefined)('two replicas with a Redis behind nginx', () => {
  async function startTwo(settings: Partial<BrokerOptions>, log?: Log) {
    const redisPort = await freePort();
    const redis = await startRedis(redisPort);
    open.push({ close: () => redis.kill('SIGKILL') });
    const own = { ...settings, redisUrl: `redis://127.0.0.1:${redisPort}` };
    const ports = [await freePort(), await freePort()] as const;
    const replicas = [await startReplica(ports[0], own, log), await startReplica(ports[1], own, log)];
    const proxy = await startProxy('nginx', ports);
    open.push(proxy);
    return { redis, replicas, proxy };
  }

  it('one limit holds over both', async () => {
    const { proxy } = await startTwo({ rateLimit: 5 });
    const asked = await Promise.all(Array.from({ length: 12 }, () => ask(proxy)));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('no request is lost when Redis stops and then a replica, and each replica logs once that Redis is gone', async () => {
    const events: string[] = [];
    const note = (event: string) => void events.push(event);
    const { proxy, redis, replicas } = await startTwo({ rateLimit: 100_000 }, { info: note, warn: note, error: note });
    const stop = keepAsking(proxy, 10);
    redis.kill('SIGKILL');
    await expect.poll(() => events.filter(event => event === 'redis_unavailable').length).toBe(2);
    await replicas[0]?.close();
    const statuses = await stop();
    expect([...new Set(statuses)]).toEqual([200]);
    expect(events.filter(event => event === 'redis_unavailable')).toHaveLength(2);
  });
});
