/**
 * The broker beside a bare node:http server that makes the same call to the platform, and beside the same in Hono, with the web's Request and Response and
 * nothing else: `node bench/broker.mjs`, after `npm run build`. Each server and the
 * stub of the platform are processes of their own, and rounds alternate, so that a busy moment of the machine meets both.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { fromRoot, table } from './table.mjs';

const ROUNDS = 3;
/** Enough for the first round to compile the code of all servers. With 1,000, the broker, which has the most, takes twice as long. */
const REQUESTS = 5_000;
const CLIENTS = 20;
const PLATFORM_MS = 5;
const ORIGIN = 'https://shop.example.com';
const ANSWER = JSON.stringify({ access_token: `${'x'.repeat(300)}`, expires_in: 3600, token_type: 'Bearer' });

const ROLES = { platform, bare, hono, broker };

async function platform() {
  return listen((_incoming, outgoing) => setTimeout(() => outgoing.end(ANSWER), PLATFORM_MS));
}

async function bare(platformUrl) {
  const agent = new Agent({ keepAlive: true });
  return listen(async (_incoming, outgoing) => {
    const text = await post(`${platformUrl}/api/v1/access-token`, agent);
    outgoing.setHeader('Content-Type', 'application/json').end(JSON.stringify(JSON.parse(text)));
  });
}

async function hono(platformUrl) {
  const agent = new Agent({ keepAlive: true });
  const app = new Hono();
  app.post('/token', async c => {
    await c.req.text();
    const gone = new Promise(resolve => c.req.raw.signal.addEventListener('abort', resolve));
    const text = await Promise.race([post(`${platformUrl}/api/v1/access-token`, agent), gone]);
    return c.json(JSON.parse(text));
  });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

async function broker(platformUrl) {
  const { startBroker } = await import(fromRoot('dist/broker.js'));
  const key = 'A'.repeat(42).concat('E');
  const options = { platformUrl, connectorToken: 'token', host: 'localhost', allowedOrigins: [ORIGIN] };
  const limits = {
    rateLimit: 1_000_000,
    rateLimitNetwork: 1_000_000,
    rateLimitOrigin: 1_000_000,
    rateLimitTotal: 1_000_000,
  };
  const running = await startBroker({
    options: { ...options, ...limits, ticketKeys: [{ kid: 'k1', key }] },
    port: 0,
    trustedProxies: 0,
    logLevel: 'silent',
    warnings: [],
  });
  return running.port;
}

async function listen(answer) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

function post(url, agent) {
  return new Promise((resolve, reject) => {
    const headers = { Origin: ORIGIN, 'Content-Type': 'application/json', 'Content-Length': 2 };
    const outgoing = request(url, { method: 'POST', agent, headers }, incoming => {
      let text = '';
      incoming.on('data', data => {
        text += data;
      });
      incoming.on('end', () => (incoming.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    });
    outgoing.on('error', reject);
    outgoing.end('{}');
  });
}

/** Requests per second, and microseconds of the server's processor time for each. */
async function round({ child, url, agent }) {
  const before = await cpuOf(child);
  const startedAt = performance.now();
  let left = REQUESTS;
  const client = async () => {
    for (; left > 0; left -= 1) await post(url, agent);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: REQUESTS / seconds, cpu: ((await cpuOf(child)) - before) / REQUESTS };
}

async function cpuOf(child) {
  child.send('cpu');
  const [cpu] = await once(child, 'message');
  return cpu;
}

async function start(role, platformUrl) {
  const child = fork(fileURLToPath(import.meta.url), [role, platformUrl ?? '']);
  const [port] = await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}/token`, agent: new Agent({ keepAlive: true }) };
}

const median = values => values.sort((a, b) => a - b)[values.length >> 1];

async function measure() {
  const stub = await start('platform');
  const platformUrl = new URL(stub.url).origin;
  const servers = {
    'bare node:http': await start('bare', platformUrl),
    'bare Hono': await start('hono', platformUrl),
    broker: await start('broker', platformUrl),
  };
  const rounds = Object.fromEntries(Object.keys(servers).map(name => [name, []]));
  for (let count = 0; count <= ROUNDS; count += 1) {
    for (const [name, server] of Object.entries(servers)) {
      const result = await round(server);
      // The first round warms up.
      if (count > 0) rounds[name].push(result);
    }
  }
  for (const { child } of [stub, ...Object.values(servers)]) child.kill();
  const figures = Object.entries(rounds).map(([name, each]) => ({
    name,
    perSecond: median(each.map(({ perSecond }) => perSecond)),
    cpu: median(each.map(({ cpu }) => cpu)),
  }));
  const [beside] = figures;
  return figures.map(({ name, perSecond, cpu }) => ({
    Server: name,
    'req/s': Math.round(perSecond),
    'µs of processor': Math.round(cpu),
    'req/s, ratio': (perSecond / beside.perSecond).toFixed(2),
    'processor, ratio': (cpu / beside.cpu).toFixed(1),
  }));
}

const [, , role, platformUrl] = process.argv;
if (role === undefined) {
  console.log(table(await measure()));
  console.log('Wanted: at least 0.5 × the requests per second, at most 4 × the processor time.');
  process.exit();
} else {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
  process.send(await ROLES[role](platformUrl));
}
