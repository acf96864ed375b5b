import { Agent, type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BrokerConfig, readBrokerConfig } from '../../../src/broker/config.ts';
import type { Log } from '../../../src/broker/log/log.ts';
import { type RunningBroker, startBroker } from '../../../src/broker/node/server.ts';
import {
  ACCESS_TOKEN,
  CONNECTOR_TOKEN,
  createWorld,
  hanging,
  type LogLine,
  SHOP,
  type World,
  type WorldSettings,
} from '../fixtures/fake-world.ts';

/** Saved before any test starts a broker. */
const NATIVE = { Request: globalThis.Request, Response: globalThis.Response };

const open: { close(): Promise<void> | Server }[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map(each => each.close()));
});

function configOf(world: World, changes: Partial<BrokerConfig> = {}): BrokerConfig {
  return { options: world.options, port: 0, trustedProxies: 0, logLevel: 'silent', warnings: [], ...changes };
}

async function start(settings: WorldSettings = {}, changes: Partial<BrokerConfig> = {}) {
  const world = createWorld(settings);
  const broker = await startBroker(configOf(world, changes));
  open.push(broker);
  return { world, broker };
}

/** Stops the timer that would cut off remaining connections when a broker closes. */
const withoutGrace = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Sent {
  readonly answer: Promise<Answer>;
  readonly outgoing: ClientRequest;
}

function send(
  broker: RunningBroker,
  headers: Record<string, string> = {},
  init: { path?: string; agent?: Agent } = {},
): Sent {
  const { path = '/token', agent } = init;
  const method = path === '/token' ? 'POST' : 'GET';
  const outgoing = request({
    host: '127.0.0.1',
    port: broker.port,
    path,
    method,
    headers: { Origin: SHOP, ...headers },
    ...(agent ? { agent } : {}),
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', incoming => {
      let body = '';
      incoming.on('data', chunk => {
        body += String(chunk);
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, body }));
    });
  });
  return { answer, outgoing };
}

async function post(broker: RunningBroker, headers: Record<string, string> = {}, body = '{}'): Promise<Answer> {
  const { answer, outgoing } = send(broker, headers);
  outgoing.end(body);
  return answer;
}

function named(lines: readonly LogLine[], event: string): LogLine['fields'][] {
  return lines.filter(line => line.event === event).map(line => line.fields);
}

/** Sends these bytes, and returns everything that comes back until the broker closes the connection. */
function exchange(broker: RunningBroker, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(broker.port, '127.0.0.1', () => socket.write(words));
    let text = '';
    socket.on('data', data => {
      text += data;
    });
    socket.once('end', () => resolve(text));
    socket.once('error', reject);
  });
}

/** The value of one line of the metrics. */
const metric = (text: string, name: string): string | undefined =>
  text
    .split('\n')
    .find(line => line.startsWith(`${name} `))
    ?.slice(name.length + 1);

describe('metrics', () => {
  const metricsToken = 'metrics-token-0123456789';
  async function read(broker: RunningBroker, headers: Record<string, string>): Promise<Answer> {
    const { answer, outgoing } = send(broker, headers, { path: '/metrics' });
    outgoing.end();
    return answer;
  }

  it('metrics count requests by path and status, events by reason, and the time of the platform', async () => {
    const { broker } = await start({ rateLimit: 1 }, { metricsToken });
    await post(broker);
    await post(broker);
    for (let nth = 0; nth < 3; nth += 1) await post(broker, { Origin: 'https://evil.test' });
    const { status, body } = await read(broker, { Authorization: `Bearer ${metricsToken}` });
    expect(status).toBe(200);
    const counts = [
      'natter_request_seconds_count{path="/token",status="200"}',
      'natter_request_seconds_count{path="/token",status="429"}',
      'natter_events_total{event="rate_limited",reason="address"}',
      'natter_events_total{event="origin_refused",reason=""}',
      'natter_upstream_seconds_count',
    ].map(name => metric(body, name));
    expect(counts).toEqual(['1', '1', '1', '3', '1']);
    expect(metric(body, 'process_start_time_seconds')).toBeDefined();
    expect(body).not.toMatch(/SECRET|127\.0\.0\.1/);
  });

  it('strangers cannot make new rows of metrics by new paths', async () => {
    const { broker } = await start({}, { metricsToken });
    for (const path of ['/a/health', '/b/health', '/c/chat/x/turns', '/d/e/chat/y/turns', '/call-me/z']) {
      const { answer, outgoing } = send(broker, {}, { path });
      outgoing.end();
      await answer;
    }
    const { body } = await read(broker, { Authorization: `Bearer ${metricsToken}` });
    const paths = [...body.matchAll(/natter_request_seconds_count\{path="([^"]+)"/g)].map(([, path]) => path);
    expect(paths).toEqual(['/health', '/chat/{id}/turns', '/call-me/{id}']);
  });

  it.each([
    ['no header', {}],
    ['another token', { Authorization: 'Bearer metrics-token-0123456780' }],
  ])('metrics are refused to a caller who sends %s', async (_, headers) => {
    const { broker } = await start({}, { metricsToken });
    const { status, body } = await read(broker, headers as Record<string, string>);
    expect([status, body]).toEqual([404, expect.stringContaining('NATTER_METRICS_TOKEN')]);
  });

  it('metrics are not offered without a token in the configuration', async () => {
    const { broker } = await start();
    expect((await read(broker, { Authorization: 'Bearer undefined' })).status).toBe(404);
  });
});

describe('the Node shell', () => {
  it('the server answers over a real socket, with a real platform behind the global fetch', async () => {
    const heard: IncomingMessage['headers'][] = [];
    const platform = createServer((incoming, outgoing) => {
      heard.push(incoming.headers);
      outgoing.setHeader('Content-Type', 'application/json');
      outgoing.end(JSON.stringify({ access_token: ACCESS_TOKEN, expires_in: 60, token_type: 'Bearer' }));
    });
    open.push(platform);
    await new Promise<void>(resolve => platform.listen(0, '127.0.0.1', resolve));
    const platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
    const { options } = createWorld({ platformUrl });
    const { fetch: _fetch, delay: _delay, ...real } = options;
    const broker = await startBroker({ ...configOf(createWorld()), options: real });
    open.push(broker);
    const answer = await fetch(`${broker.url}/token`, { method: 'POST', headers: { Origin: SHOP }, body: '{}' });
    expect(await answer.json()).toMatchObject({ access_token: ACCESS_TOKEN, messaging_url: platformUrl });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
    expect(heard).toMatchObject([{ 'x-token': CONNECTOR_TOKEN, 'x-host': 'shop.example.com' }]);
  });

  it('answers /health', async () => {
    const { broker } = await start();
    const answer = await fetch(`${broker.url}/health`);
    expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}']);
  });

  it('a method that no page can send is refused like any other', async () => {
    const { broker } = await start();
    const answer = await new Promise<Answer>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port: broker.port, path: '/token', method: 'TRACE' });
      outgoing.on('error', reject).on('response', incoming => {
        let body = '';
        incoming.on('data', chunk => {
          body += String(chunk);
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, body }));
      });
      outgoing.end();
    });
    expect({ status: answer.status, allow: answer.headers.allow }).toEqual({ status: 404, allow: 'POST, OPTIONS' });
    expect(JSON.parse(answer.body)).toEqual({
      error: { code: 'not_found', message: 'TRACE is not answered at /token. Use POST.' },
    });
  });

  it('the server has its own handshakes, unless the options contain one', async () => {
    const asked: string[] = [];
    const handshake = (url: string) => {
      asked.push(url);
      return Promise.resolve({ status: 404, retryAfter: null });
    };
    for (const settings of [{}, { handshake }]) {
      const { broker } = await start(settings);
      expect(JSON.parse((await post(broker)).body)).toMatchObject({ features: ['probe', 'revoke'] });
    }
    const { broker } = await start({ handshake });
    const { resume_ticket } = JSON.parse((await post(broker)).body);
    const answer = await fetch(`${broker.url}/probe`, {
      method: 'POST',
      headers: { Origin: SHOP },
      body: JSON.stringify({ resume_ticket, session_id: 's1' }),
    });
    expect(await answer.json()).toEqual({ status: 404 });
    expect(asked).toHaveLength(1);
  });

  it('a port in use is reported with the variable to set', async () => {
    const { broker, world } = await start();
    await expect(startBroker(configOf(world, { port: broker.port }))).rejects.toMatchObject({
      name: 'BrokerStartError',
      code: 'port_in_use',
      message: `Port ${broker.port} is in use. Choose a free one (PORT, or the option port).`,
    });
  });

  it.each([[[]], [[readBrokerConfig({})]], [[createWorld().options]], [[{ options: createWorld().options, port: 0 }]]])(
    'an invalid configuration is refused with the requirements: case %#',
    async given => {
      const started: Promise<RunningBroker> = Reflect.apply(startBroker, undefined, given);
      await expect(started).rejects.toThrow(TypeError);
      await expect(started).rejects.toThrow(/^startBroker: .*options, .*port, .*readBrokerConfig.* `ok`/);
    },
  );

  it('the server listens on one address only, or on a Unix socket', async () => {
    const { broker } = await start({}, { listenHost: '127.0.0.1' });
    expect((await post(broker)).status).toBe(200);
    const path = join(tmpdir(), `natter-${process.pid}.sock`);
    const { broker: local } = await start({}, { listenHost: path });
    expect([local.port, local.url]).toEqual([0, `unix:${path}`]);
    const body = await new Promise<string>((resolve, reject) => {
      const outgoing = request({ socketPath: path, path: '/health' }, incoming =>
        incoming.on('data', data => resolve(`${data}`)),
      );
      outgoing.on('error', reject).end();
    });
    expect(body).toBe('{"status":"ok"}');
    await expect(startBroker(configOf(createWorld(), { listenHost: path }))).rejects.toThrow(
      /socket of HOST.*EADDRINUSE/,
    );
  });

  it.each([
    ['credentials that are accepted', undefined, 'platform_checked'],
    ['credentials that are refused', 401, 'upstream_rejected'],
    ['a platform that is down', 408, 'upstream_unavailable'],
  ])('the check at the start tells of %s, and the broker runs', async (_, status, event) => {
    const world = createWorld();
    if (status) world.answers.push(() => Promise.resolve(Response.json({ error: 'no' }, { status })));
    const broker = await startBroker(configOf(world, { check: true }));
    open.push(broker);
    await expect.poll(() => world.lines.map(line => line.event)).toContain(event);
    expect((await post(broker)).status).toBe(200);
  });

  it('new options are applied without a restart, and the counters are kept', async () => {
    const world = createWorld({ rateLimit: 2 });
    const config = configOf(world);
    const broker = await startBroker(config);
    open.push(broker);
    await post(broker);
    const page = { Origin: 'https://new-shop.example.com' };
    expect((await post(broker, page)).status).toBe(403);
    const allowedOrigins = [SHOP, page.Origin];
    broker.reload({ ok: true, ...config, options: { ...config.options, connectorToken: 'another', allowedOrigins } });
    expect([(await post(broker, page)).status, (await post(broker)).status]).toEqual([200, 429]);
    expect(world.calls.map(({ headers }) => headers.get('X-Token'))).toEqual([CONNECTOR_TOKEN, 'another']);
  });

  it('options with problems are not applied, and the log names them', async () => {
    const { broker, world } = await start();
    const problems = [{ variable: 'NATTER_HOST', message: 'NATTER_HOST is missing.' }];
    broker.reload({ ok: false, problems, warnings: [] });
    expect(named(world.lines, 'reload_refused')).toEqual([
      { variables: 'NATTER_HOST', message: 'NATTER_HOST is missing.' },
    ]);
    expect((await post(broker)).status).toBe(200);
  });

  it('wrong options are refused before anything listens', async () => {
    const world = createWorld();
    const wrong = configOf(world, { options: { ...world.options, host: '' } });
    await expect(startBroker(wrong)).rejects.toThrow('createBroker: option host must be');
  });

  it('X-Forwarded-For changes nothing without a trusted proxy', async () => {
    const { broker } = await start({ rateLimit: 1 });
    expect((await post(broker, { 'X-Forwarded-For': '1.1.1.1' })).status).toBe(200);
    expect((await post(broker, { 'X-Forwarded-For': '2.2.2.2' })).status).toBe(429);
  });

  it('the entry of one trusted proxy counts, and the client’s own entries do not', async () => {
    const { broker } = await start({ rateLimit: 1 }, { trustedProxies: 1 });
    const statuses = [
      (await post(broker, { 'X-Forwarded-For': '6.6.6.6, 1.1.1.1' })).status,
      (await post(broker, { 'X-Forwarded-For': '7.7.7.7, 1.1.1.1' })).status,
      (await post(broker, { 'X-Forwarded-For': '6.6.6.6, 2.2.2.2' })).status,
    ];
    expect(statuses).toEqual([200, 429, 200]);
  });

  it('a chunked body beyond the limit is answered before it ends', async () => {
    const { broker, world } = await start();
    const { answer, outgoing } = send(broker, { 'Transfer-Encoding': 'chunked' });
    outgoing.write('{"resume_ticket":"');
    outgoing.write('x'.repeat(6_000));
    const { status, headers, body } = await answer;
    expect([status, JSON.parse(body)]).toEqual([413, { error: { code: 'too_large', message: expect.any(String) } }]);
    expect(headers['access-control-allow-origin']).toBe(SHOP);
    expect(world.calls.length).toBe(0);
    outgoing.destroy();
    expect((await post(broker)).status).toBe(200);
  });

  it('a declared megabyte is refused before any of it is sent', async () => {
    const { broker } = await start();
    const { answer, outgoing } = send(broker, { 'Content-Length': '1000000' });
    outgoing.flushHeaders();
    expect((await answer).status).toBe(413);
    outgoing.destroy();
  });

  it('a request that is not HTTP is refused and the broker continues', async () => {
    const { broker } = await start();
    const answer = await exchange(broker, 'GARBAGE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await post(broker)).status).toBe(200);
  });

  it.each([
    ['a Host that cannot be one', 'POST /token HTTP/1.1\r\nHost: shop.example.com:port\r\n'],
    ['no Host at all', 'POST /token HTTP/1.1\r\n'],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n'],
  ])('a request with %s is told what is wrong with it, and so is the operator', async (_, head) => {
    const { broker, world } = await start();
    const answer = await exchange(broker, `${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"bad_request"');
    expect(answer).toMatch(/cache-control: no-store/i);
    expect(named(world.lines, 'request_unreadable')).toEqual([{ message: expect.stringContaining('Host') }]);
    expect((await post(broker)).status).toBe(200);
  });

  it('each request is one log line without query, body or secret', async () => {
    const { broker, world } = await start();
    await post(broker);
    const { answer, outgoing } = send(broker, {}, { path: `/status?access_token=${ACCESS_TOKEN}` });
    outgoing.end();
    await answer;
    const foreign = send(broker, {}, { path: `/${ACCESS_TOKEN}` });
    foreign.outgoing.end();
    await foreign.answer;
    await post(broker, { Origin: `https://shop.example.com/${ACCESS_TOKEN}` });
    expect(named(world.lines, 'request')).toEqual([
      { method: 'POST', path: '/token', status: 200, ms: expect.any(Number), origin: SHOP },
      { method: 'GET', path: '/status', status: 404, ms: expect.any(Number), origin: SHOP },
      { method: 'GET', path: '(other)', status: 404, ms: expect.any(Number), origin: SHOP },
      { method: 'POST', path: '/token', status: 403, ms: expect.any(Number), origin: SHOP },
    ]);
    expect(JSON.stringify(world.lines)).not.toMatch(/SECRET/);
  });

  it('warnings of the configuration are logged at the start, to the log that is given', async () => {
    const lines: string[] = [];
    const write = (event: string, fields: unknown) => lines.push(`${event} ${JSON.stringify(fields)}`);
    const log: Log = { info: write, warn: write, error: write };
    const warnings = [{ variable: 'NATTER_REDIS_URL', message: 'NATTER_REDIS_URL is set, but not used.' }];
    open.push(await startBroker(configOf(createWorld(), { warnings }), { log }));
    expect(lines[0]).toMatch(/^config_warning .*NATTER_REDIS_URL is set/);
    expect(lines[1]).toMatch(/^listening /);
  });

  it('an unconfigured proxy is reported once', async () => {
    const lines: string[] = [];
    const write = (event: string) => lines.push(event);
    const log: Log = { info: write, warn: write, error: write };
    const broker = await startBroker(configOf(createWorld()), { log });
    open.push(broker);
    await post(broker);
    expect(lines).not.toContain('proxy_not_trusted');
    for (const address of ['203.0.113.7', '203.0.113.8']) await post(broker, { 'X-Forwarded-For': address });
    expect(lines.filter(line => line === 'proxy_not_trusted')).toHaveLength(1);
    const trusting = await startBroker(configOf(createWorld(), { trustedProxies: 1 }), { log });
    open.push(trusting);
    await post(trusting, { 'X-Forwarded-For': '203.0.113.7' });
    expect(lines.filter(line => line === 'proxy_not_trusted')).toHaveLength(1);
  });

  it('a proxy that does not name the client is reported once, with the fix', async () => {
    const { world, broker } = await start({}, { trustedProxies: 1 });
    const missing = () => named(world.lines, 'forwarded_for_missing');
    await post(broker, { 'X-Forwarded-For': '203.0.113.7' });
    const { answer, outgoing } = send(broker, {}, { path: '/health' });
    outgoing.end();
    await answer;
    await post(broker, { Origin: 'https://evil.test' });
    expect(missing()).toEqual([]);
    for (const headers of [{ 'X-Real-IP': '203.0.113.7' }, { Forwarded: 'for=203.0.113.7' }]) {
      expect((await post(broker, headers)).status).toBe(200);
    }
    expect(missing()).toEqual([
      {
        variable: 'NATTER_TRUST_PROXY',
        message: expect.stringMatching(/without X-Forwarded-For.*Have the proxy send it/),
      },
    ]);
  });

  it.each(['unknown', '', ', '])('a header without an address, %j, counts as missing', async header => {
    const { world, broker } = await start({}, { trustedProxies: 1 });
    await post(broker, { 'X-Forwarded-For': header });
    expect(named(world.lines, 'forwarded_for_missing')).toHaveLength(1);
  });

  it('close destroys sockets that are kept alive, frees the port, and may be called twice', async () => {
    const { broker } = await start();
    const agent = new Agent({ keepAlive: true });
    const { answer, outgoing } = send(broker, {}, { agent });
    const gone = new Promise<void>(resolve => outgoing.once('socket', socket => socket.once('close', () => resolve())));
    outgoing.end('{}');
    expect((await answer).headers.connection).toBe('keep-alive');
    withoutGrace();
    await Promise.all([broker.close(), broker.close(), gone]);
    vi.useRealTimers();
    await expect(post(broker)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const again = await startBroker(configOf(createWorld(), { port: broker.port }));
    open.push(again);
    expect(again.port).toBe(broker.port);
    agent.destroy();
  });

  it('a request that never ends does not delay the shutdown', async () => {
    const { broker, world } = await start();
    world.answers.push(hanging);
    const { answer, outgoing } = send(broker);
    const failed = expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
    outgoing.end('{}');
    await expect.poll(() => world.calls.length).toBe(1);
    withoutGrace();
    const closed = broker.close();
    await vi.advanceTimersByTimeAsync(11_000);
    await closed;
    await failed;
  });

  it('an agent that thinks for half a minute finishes its reply over Chat during the shutdown', async () => {
    const chat = { url: 'https://api.example.net', apiKey: 'chat-SECRET', accountId: 'a', projectId: 'p' };
    const { broker, world } = await start({ chat });
    const gate: { open?: (response: Response) => void } = {};
    world.answers.push(() => new Promise(resolve => Object.assign(gate, { open: resolve })));
    const answer = post(broker);
    await expect.poll(() => world.calls.length).toBe(1);
    withoutGrace();
    const closed = broker.close();
    await vi.advanceTimersByTimeAsync(30_000);
    gate.open?.(Response.json({ access_token: ACCESS_TOKEN }));
    expect((await answer).status).toBe(200);
    await closed;
  });

  it('a broker that stops tells the load balancer, and answers all requests until the port is closed', async () => {
    const { broker } = await start({}, { drainSeconds: 5 });
    const agent = new Agent({ keepAlive: true });
    const ready = async () => {
      const { answer, outgoing } = send(broker, {}, { path: '/ready', agent });
      outgoing.end();
      const { status, headers } = await answer;
      return [status, headers.connection];
    };
    expect(await ready()).toEqual([200, 'keep-alive']);
    withoutGrace();
    const closed = broker.close();
    expect(await ready()).toEqual([503, 'close']);
    const late = await post(broker);
    expect([late.status, late.headers.connection]).toEqual([200, 'close']);
    await vi.advanceTimersByTimeAsync(5_000);
    await closed;
    vi.useRealTimers();
    await expect(post(broker)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    agent.destroy();
  });

  it('without a drain the port is closed at once', async () => {
    const { broker } = await start({}, { drainSeconds: 5 });
    await broker.close({ drain: false });
    await expect(post(broker)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('an idle connection stays open longer than those of proxies, which last a minute', async () => {
    const { broker } = await start();
    const { answer, outgoing } = send(broker, {}, { agent: new Agent({ keepAlive: true }) });
    outgoing.end('{}');
    expect((await answer).headers['keep-alive']).toMatch(/timeout=75/);
    outgoing.destroy();
  });

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 400],
    ['headers beyond 16 KB', `GET /health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['an expectation', 'POST /token HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\nConnection: close\r\n\r\n', 417],
    ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n', 400],
    ['two hosts', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    ['dots in its path', 'GET /x/../health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['a path in disguise', 'GET /%68ealth HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ])('a request with %s gets a body and a line in the log', async (_, words, status) => {
    const { broker, world } = await start();
    const answer = await exchange(broker, words);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('{"error":{"code":"bad_request"');
    expect(answer).toMatch(/cache-control: no-store/i);
    expect(named(world.lines, 'request_unreadable')).toHaveLength(1);
  });

  it('countless headers do not hide the entry of the proxy', async () => {
    const { broker } = await start({ rateLimit: 1 }, { trustedProxies: 1 });
    const ask = (forged: number) => {
      const junk = Array.from({ length: 2_100 }, (_each, place) => `a${place % 10}:\r\n`).join('');
      const head = `POST /token HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nContent-Length: 2\r\nConnection: close\r\n`;
      return exchange(
        broker,
        `${head}X-Forwarded-For: 6.6.6.${forged}\r\n${junk}X-Forwarded-For: 203.0.113.7\r\n\r\n{}`,
      );
    };
    expect(await ask(1)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(2)).toMatch(/^HTTP\/1\.1 429 /);
  });

  it('a client that sends many requests without waiting gets 503', async () => {
    const { broker, world } = await start({ rateLimit: 1_000 });
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>(resolve => Object.assign(gate, { open: resolve }));
    for (let nth = 0; nth < 20; nth += 1)
      world.answers.push(() => opened.then(() => Response.json({ access_token: ACCESS_TOKEN })));
    const one = `POST /token HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nContent-Length: 2\r\n`;
    const answers = exchange(broker, `${`${one}\r\n{}`.repeat(19)}${one}Connection: close\r\n\r\n{}`);
    await expect.poll(() => world.calls.length).toBe(16);
    await expect.poll(() => named(world.lines, 'busy').length).toBe(1);
    gate.open?.();
    const statuses = [...(await answers).matchAll(/HTTP\/1\.1 (\d+) /g)].map(match => match[1]);
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => '200'), ...Array.from({ length: 4 }, () => '503')]);
    expect(await answers).toMatch(/retry-after: 1/i);
  });

  it('the number of simultaneous requests is limited by the configuration', async () => {
    const { broker, world } = await start({}, { maxInFlight: 1 });
    const gate: { open?: (response: Response) => void } = {};
    world.answers.push(() => new Promise(resolve => Object.assign(gate, { open: resolve })));
    const first = post(broker);
    await expect.poll(() => world.calls.length).toBe(1);
    const second = await post(broker);
    expect([second.status, second.headers['retry-after']]).toEqual([503, '1']);
    gate.open?.(Response.json({ access_token: ACCESS_TOKEN }));
    expect((await first).status).toBe(200);
  });

  it.each([
    ['/api/chat/token', '/api/chat/token'],
    ['/chat/respond', '/chat/respond'],
    ['/chat/CONV-0123/turns', '/chat/{id}/turns'],
    ['/api/call-me/OUT-0123', '/api/call-me/{id}'],
    ['/sk_live_0123456789abcdef', '(other)'],
    ['/sk_live_0123456789abcdef/token', '(other)'],
  ])('the log names the path %s as %s', async (path, logged) => {
    const { broker, world } = await start();
    const { answer, outgoing } = send(broker, {}, { path });
    outgoing.end();
    expect((await answer).body).not.toContain('sk_live');
    expect(named(world.lines, 'request').map(line => line.path)).toEqual([logged]);
  });

  it('a client that has ended its half of the connection gets its answer', async () => {
    const { broker } = await start();
    const answer = await new Promise<string>((resolve, reject) => {
      const head = `POST /token HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nContent-Length: 2\r\n\r\n{}`;
      const socket = connect({ port: broker.port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(head));
      let text = '';
      socket.on('data', data => {
        text += data;
      });
      socket.once('end', () => resolve(text));
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a request that is being answered gets its answer', async () => {
    const { broker, world } = await start();
    const gate: { open?: (response: Response) => void } = {};
    world.answers.push(() => new Promise(resolve => Object.assign(gate, { open: resolve })));
    const { answer, outgoing } = send(broker);
    outgoing.end('{}');
    await expect.poll(() => world.calls.length).toBe(1);
    withoutGrace();
    const startedAt = performance.now();
    const closed = broker.close();
    gate.open?.(Response.json({ access_token: ACCESS_TOKEN }));
    expect((await answer).status).toBe(200);
    await closed;
    // An idle keep-alive connection would close by itself, but four seconds later.
    expect(performance.now() - startedAt).toBeLessThan(3_500);
  });

  it('the global Request and Response of the program are not replaced', async () => {
    await start();
    expect(globalThis.Request === NATIVE.Request && globalThis.Response === NATIVE.Response).toBe(true);
  });
});
