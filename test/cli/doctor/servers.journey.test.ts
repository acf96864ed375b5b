/** The doctor on real servers: pages over http and https, the real broker, the emulator, and hostile servers. */

import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { startBroker } from '../../../src/broker/node/server.ts';
import { doctorCommand } from '../../../src/cli/doctor/command.ts';
import type { CheckName, Finding } from '../../../src/cli/doctor/findings/findings.ts';
import { createNodeNetwork } from '../../../src/cli/doctor/network/node-network.ts';
import { openNodeSocket } from '../../../src/cli/doctor/network/node-socket.ts';
import { main } from '../../../src/cli/main.ts';
import { type Emulator, startEmulator } from '../../../src/emulator/node/server.ts';
import { type Made, makeCertificate } from './fixtures/certificates.ts';

const DAY_MS = 86_400_000;
/** Long for a machine that calls itself, short for an answer that never comes. */
const PATIENCE_MS = 400;

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(close => close()));
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise(resolve => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const FILES: Readonly<Record<string, string>> = {
  '/natter.js': '!function(){"natter-chat";"natter-app-CaZBZNUC.js"}()',
  '/natter-app-CaZBZNUC.js': 'export const a=1',
};

interface Shop {
  broker: string;
  policy?: string;
}

const site =
  (shop: Shop): RequestListener =>
  (request, response) => {
    const path = request.url ?? '/';
    const file = FILES[path];
    if (file !== undefined) {
      const cache = path === '/natter.js' ? 'no-cache' : 'max-age=31536000, immutable';
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': cache }).end(file);
      return;
    }
    if (path === '/old') {
      response.writeHead(301, { Location: '/' }).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...(shop.policy === undefined ? {} : { 'Content-Security-Policy': shop.policy }),
    });
    response.end(`<!doctype html><script async src="/natter.js" data-broker="${shop.broker}"></script>`);
  };

interface Stage {
  readonly page: string;
  readonly origin: string;
  readonly broker: string;
  readonly emulator: Emulator;
  readonly shop: Shop;
}

/** `token`: the broker's credentials. */
async function stage({
  token = 'demo-connector',
  allowed = true,
  dialect = 'service' as 'service' | 'poly',
} = {}): Promise<Stage> {
  const emulator = await startEmulator({ port: 0, pace: 0, logLevel: 'silent', dialect });
  open.push(() => emulator.close());
  const shop: Shop = { broker: '' };
  const origin = `http://localhost:${await listen(createServer(site(shop)))}`;
  const broker = await startBroker({
    options: {
      platformUrl: emulator.url,
      connectorToken: token,
      host: 'localhost',
      dialect,
      allowedOrigins: [allowed ? origin : 'https://else.example'],
      ticketKeys: [{ kid: 'k1', key: `${'A'.repeat(42)}E` }],
    },
    port: 0,
    trustedProxies: 0,
    logLevel: 'silent',
    warnings: [],
  });
  open.push(() => broker.close());
  shop.broker = broker.url;
  return { page: `${origin}/`, origin, broker: broker.url, emulator, shop };
}

interface Seen {
  readonly code: number;
  readonly text: string;
  of(name: CheckName): Finding | undefined;
}

async function doctor(
  args: readonly string[],
  { ca, timeoutMs = 10_000 }: { ca?: string; timeoutMs?: number } = {},
): Promise<Seen> {
  const printed: string[] = [];
  const context = { print: (line: string) => printed.push(line), complain: (line: string) => printed.push(line) };
  const network = createNodeNetwork({ timeoutMs, ...(ca === undefined ? {} : { ca }) });
  const code = await doctorCommand(context, [...args, '--json'], { network: () => network, now: Date.now });
  const text = printed.join('\n');
  const checks: readonly Finding[] = JSON.parse(text).checks;
  return { code, text, of: name => checks.find(each => each.name === name) };
}

describe('on the real broker and the emulator', () => {
  it.each([['service'], ['poly']] as const)('a sound installation is well, in the dialect %s', async dialect => {
    const { page, emulator } = await stage({ dialect });
    const printed: string[] = [];
    const code = await main(['doctor', page], {
      version: '1.2.3',
      dist: '',
      env: {},
      print: line => printed.push(line),
      complain: line => printed.push(line),
      whenStopped: () => new Promise(() => {}),
    });
    expect({ code, summary: printed.at(-1) }).toEqual({ code: 0, summary: '38 ok, 0 warning, 0 failed, 6 skipped' });
    const sessions = await (await fetch(`${emulator.url}/_control/sessions`)).json();
    expect(JSON.stringify(sessions)).toMatch(/"state":"ended"/);
    expect(JSON.stringify(sessions)).not.toMatch(/"state":"open"/);
  });

  it('redirects of the page are followed', async () => {
    const { page, origin } = await stage();
    const seen = await doctor([`${page}old`]);
    expect(seen.code).toBe(0);
    expect(JSON.parse(seen.text)).toMatchObject({ page: origin, origin });
  });

  it('an origin that the broker does not allow', async () => {
    const { page, origin } = await stage({ allowed: false });
    const seen = await doctor([page]);
    expect(seen.code).toBe(1);
    expect(seen.of('broker-origin')).toMatchObject({
      status: 'failed',
      mend: `Add ${origin} to NATTER_ALLOWED_ORIGINS and start the broker anew.`,
    });
  });

  it('credentials that the platform refuses', async () => {
    const { page } = await stage({ token: 'wrong' });
    expect((await doctor([page])).of('token')).toMatchObject({
      status: 'failed',
      mend: expect.stringContaining('NATTER_CONNECTOR_TOKEN'),
    });
  });

  it('a broker that does not run', async () => {
    const { page, shop } = await stage();
    shop.broker = 'http://localhost:1';
    expect((await doctor([page])).of('broker-reachable')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('nobody listens'),
    });
  });

  it("the platform's address in place of the broker's", async () => {
    const { page, shop, emulator } = await stage();
    shop.broker = emulator.url;
    expect((await doctor([page])).of('broker-is-natter')).toMatchObject({ status: 'failed' });
  });

  it.each([
    [{ kind: 'refuse-handshake', status: 500 }, 'socket', 'failed', 'refused with 500'],
    [{ kind: 'http-status', path: '/api/v1/sessions', status: 503 }, 'session', 'failed', '503'],
    [{ kind: 'http-status', path: '/api/v1/access-token', status: 401 }, 'token', 'failed', 'refuses'],
  ] as const)('the platform does %j', async (fault, name, status, words) => {
    const { page, emulator } = await stage();
    await fetch(`${emulator.url}/_control/faults`, { method: 'POST', body: JSON.stringify(fault) });
    const seen = await doctor([page]);
    expect(seen.of(name)).toMatchObject({
      status,
      message: expect.stringContaining(words),
      mend: expect.stringMatching(/\.$/),
    });
  });

  it('a policy is read from the header', async () => {
    const { page, shop } = await stage();
    shop.policy = "default-src 'self'";
    const seen = await doctor([page]);
    expect(seen.of('csp-script')?.status).toBe('ok');
    expect(seen.of('csp-connect')).toMatchObject({
      status: 'failed',
      mend: expect.stringContaining('ws://localhost:'),
    });
  });
});

const authority = (): Made =>
  makeCertificate({
    subject: 'Test authority',
    validFromAt: Date.now() - DAY_MS,
    validToAt: Date.now() + 900 * DAY_MS,
  });

describe('certificates', () => {
  const from = -30;
  it.each([
    ['sound', { from, to: 90, names: ['localhost'] }, 'ok', /Valid for (89|90) more days/],
    ['near its end', { from, to: 9.5, names: ['localhost'] }, 'warning', /expires in 9 days/],
    ['expired', { from, to: -2, names: ['localhost'] }, 'failed', /expired on \d{4}-\d\d-\d\d/],
    ['not yet valid', { from: 2, to: 90, names: ['localhost'] }, 'failed', /valid only from/],
    [
      'for another name',
      { from, to: 90, names: ['shop.example', '*.shop.example'] },
      'failed',
      /issued for "shop\.example", "\*\.shop\.example" and not for localhost/,
    ],
  ] as const)('%s', async (_, wish, status, message) => {
    const ca = authority();
    const made = makeCertificate({
      subject: 'Test',
      names: wish.names,
      validFromAt: Date.now() + wish.from * DAY_MS,
      validToAt: Date.now() + wish.to * DAY_MS,
      issuer: ca,
    });
    const { broker } = await stage();
    const port = await listen(createSecureServer({ cert: made.cert, key: made.key }, site({ broker })));
    const finding = (await doctor([`https://localhost:${port}/`], { ca: ca.cert })).of('page-certificate');
    expect(finding).toMatchObject({ status });
    expect(finding?.message).toMatch(message);
  });

  it('self-signed, and of an authority that nobody knows', async () => {
    const dates = { names: ['localhost'], validFromAt: Date.now() - DAY_MS, validToAt: Date.now() + 90 * DAY_MS };
    const cases = [
      [makeCertificate({ subject: 'Self', ...dates }), 'is self-signed'],
      [makeCertificate({ subject: 'Test', ...dates, issuer: authority() }), 'does not lead to a known authority'],
    ] as const;
    for (const [made, words] of cases) {
      const port = await listen(
        createSecureServer({ cert: made.cert, key: made.key }, site({ broker: 'https://localhost' })),
      );
      const seen = await doctor([`https://localhost:${port}/`]);
      expect(seen.code).toBe(1);
      expect(seen.of('page-certificate')).toMatchObject({
        status: 'failed',
        message: expect.stringContaining(words),
        mend: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
      });
    }
  });

  it('plain http where TLS is meant', async () => {
    const { page } = await stage();
    const seen = await doctor([page.replace('http:', 'https:')]);
    expect(seen.of('page-certificate')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('does not speak TLS'),
    });
  });

  it('a broker is asked for nothing where its certificate is bad', async () => {
    const asked: string[] = [];
    const made = makeCertificate({
      subject: 'Self',
      names: ['localhost'],
      validFromAt: Date.now() - DAY_MS,
      validToAt: Date.now() + 90 * DAY_MS,
    });
    const port = await listen(
      createSecureServer({ cert: made.cert, key: made.key }, request => asked.push(`${request.url}`)),
    );
    const seen = await doctor(['--broker', `https://localhost:${port}`, '--origin', 'https://localhost']);
    expect(seen.of('broker-certificate')?.status).toBe('failed');
    expect(seen.of('token')).toMatchObject({
      status: 'skipped',
      message: expect.stringContaining('broker-certificate'),
    });
    expect(asked).toEqual([]);
  });
});

describe('servers that hold whoever asks', () => {
  const impatient = { timeoutMs: PATIENCE_MS };

  it('one that never answers', async () => {
    const port = await listen(createPlainServer(() => {}));
    const seen = await doctor([`http://localhost:${port}/`], impatient);
    expect(seen.of('page-reachable')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('no answer in time'),
    });
  });

  it('one that never speaks TLS', async () => {
    const port = await listen(createPlainServer(() => {}));
    expect((await doctor([`https://localhost:${port}/`], impatient)).of('page-reachable')?.status).toBe('failed');
  });

  it('one whose answer never ends, however slowly it comes', async () => {
    const port = await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        const timer = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(timer));
      }),
    );
    expect((await doctor([`http://localhost:${port}/`], impatient)).of('page-reachable')?.status).toBe('failed');
  });

  it('one whose answer is without end and fast', async () => {
    const port = await listen(
      createServer((_, response) => {
        const flood = (): void => {
          while (response.write(Buffer.alloc(65_536, 32)));
        };
        response.on('drain', flood);
        flood();
      }),
    );
    const seen = await doctor([`http://localhost:${port}/`]);
    expect(seen.of('page-reachable')).toMatchObject({ message: expect.stringContaining('far too large') });
  });

  it('one that redirects in a circle', async () => {
    const port = await listen(createServer((_, response) => response.writeHead(302, { Location: '/' }).end()));
    const seen = await doctor([`http://localhost:${port}/`]);
    expect(seen.of('page-reachable')).toMatchObject({ message: expect.stringContaining('in a circle') });
  });

  it('one that hangs up', async () => {
    const port = await listen(createPlainServer(socket => socket.destroy()));
    expect((await doctor([`http://localhost:${port}/`])).of('page-reachable')?.status).toBe('failed');
  });

  it('one whose packed answer cannot be unpacked', async () => {
    const port = await listen(
      createServer((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no')),
    );
    const seen = await doctor([`http://localhost:${port}/`]);
    expect(seen.of('page-reachable')).toMatchObject({ message: expect.stringContaining('cannot be read') });
  });

  it('a socket that talks without end and never says good-bye', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', socket => {
      // A paused socket does not read the close frame, and so does not answer it.
      socket.pause();
      const timer = setInterval(() => socket.send('{"type":"HEARTBEAT"}'), 5);
      socket.on('error', () => {}).once('close', () => clearInterval(timer));
    });
    const timeoutMs = 500;
    const opened = await openNodeSocket(`ws://localhost:${await listen(server)}/ws`, {
      timeoutMs,
      origin: 'http://localhost',
    });
    if (!opened.ok) throw new Error('It opens.');
    const { socket } = opened;
    expect(await socket.next()).toContain('HEARTBEAT');
    const startedAt = performance.now();
    await socket.close();
    // By default a socket waits half a minute.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(socket.send('late')).toBe(false);
  });

  it('a socket that is redirected tells where to', async () => {
    const server = createServer();
    server.on('upgrade', (_, socket) =>
      socket.end('HTTP/1.1 307 Temporary Redirect\r\nLocation: wss://eu.example/ws\r\nContent-Length: 0\r\n\r\n'),
    );
    const opened = await openNodeSocket(`ws://localhost:${await listen(server)}/ws?access_token=x`, {
      timeoutMs: 10_000,
      origin: 'http://localhost',
    });
    expect(opened).toEqual({ ok: false, cause: 'refused', status: 307, location: 'wss://eu.example/ws' });
  });

  it('an agent that never joins', async () => {
    const { page, emulator } = await stage();
    await fetch(`${emulator.url}/_control/agent`, { method: 'POST', body: JSON.stringify({ script: 'silent' }) });
    const seen = await doctor([page], impatient);
    expect(seen.of('join')?.status).toBe('warning');
    expect(seen.of('session-end')?.status).toBe('ok');
  });
});
