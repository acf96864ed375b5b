/** A broker inside of Node's frameworks. Each test contains the site as its author would write it, and uses a real socket. */

import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toNodeListener } from '../../../src/broker/node/lazy-node.ts';
import type { NodeListener } from '../../../src/broker/node/node-listener.ts';
import { createWorld, type Grant, SHOP, type WorldSettings } from '../fixtures/fake-world.ts';

const PATH = '/api/chat';
const NATIVE = { Request: globalThis.Request, Response: globalThis.Response };

const running: { close(): unknown }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(each => each.close()));
});

async function listen(server: Server): Promise<string> {
  running.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const inExpress = async (mount: (app: express.Express) => void): Promise<string> => {
  const app = express();
  mount(app);
  return listen(createServer(app));
};

type Mount = (listener: NodeListener) => Promise<string>;

async function inFastify(listener: NodeListener, prepare: (app: ReturnType<typeof fastify>) => void): Promise<string> {
  const app = fastify();
  prepare(app);
  app.all(`${PATH}/*`, (request, reply) => {
    reply.hijack();
    listener(Object.assign(request.raw, { body: request.body }), reply.raw);
  });
  running.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Sites with the listener in them; `isWhole` if the site passes on the whole path. */
const SITES: readonly [name: string, isWhole: boolean, mount: Mount][] = [
  ['a Node server', true, listener => listen(createServer(listener))],
  ['Express, before express.json()', false, listener => inExpress(app => app.use(PATH, listener).use(express.json()))],
  ['Express, after express.json()', false, listener => inExpress(app => app.use(express.json()).use(PATH, listener))],
  [
    'Express, after express.raw()',
    false,
    listener => inExpress(app => app.use(PATH, express.raw({ type: '*/*' }), listener)),
  ],
  [
    'Express, after express.text()',
    false,
    listener => inExpress(app => app.use(PATH, express.text({ type: '*/*' }), listener)),
  ],
  ['Express, as a route', true, listener => inExpress(app => app.use(express.json()).all(`${PATH}/*rest`, listener))],
  ['an Express router', false, listener => inExpress(app => app.use('/api', express.Router().use('/chat', listener)))],
  ['Fastify, with its own parser', true, listener => inFastify(listener, () => {})],
  [
    'Fastify, without a parser',
    true,
    listener =>
      inFastify(listener, app => {
        app.removeAllContentTypeParsers();
        app.addContentTypeParser('*', (_request: unknown, _payload: unknown, done: (error: null) => void) =>
          done(null),
        );
      }),
  ],
];

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: SHOP, ...headers },
    body: JSON.stringify(body),
  });
}

function worldFor(isWhole: boolean, settings: WorldSettings = {}) {
  return createWorld({ ...(isWhole ? { basePath: PATH } : {}), ...settings });
}

describe.each(SITES)('in %s', (_, isWhole, mount) => {
  it('a page gets a token, resumes with its ticket, and reads errors', async () => {
    const { broker, calls, lines } = worldFor(isWhole);
    const url = `${await mount(toNodeListener(broker))}${PATH}`;
    const first = await post(`${url}/token`, {});
    expect(first.status).toBe(200);
    expect(first.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
    const { resume_ticket } = (await first.json()) as Grant;
    expect((await post(`${url}/token`, { resume_ticket })).status).toBe(200);
    expect(calls).toHaveLength(1);
    const wrong = await post(`${url}/token`, { resume_ticket: 'x' });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: 'bad_request' } }]);
    expect((await post(`${url}/token`, { much: 'x'.repeat(6_000) })).status).toBe(413);
    expect(lines.map(({ event }) => event)).not.toContain('internal_error');
  });

  it('a preflight, a health check and a wrong path are answered', async () => {
    const url = `${await mount(toNodeListener(worldFor(isWhole).broker))}${PATH}`;
    expect((await fetch(`${url}/token`, { method: 'OPTIONS', headers: { Origin: SHOP } })).status).toBe(204);
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${url}/health`, { method: 'HEAD' })).status).toBe(200);
    expect((await post(`${url}/nowhere`, {})).status).toBe(404);
  });
});

describe('the address that a Node listener counts by', () => {
  const statusOf = async (url: string, forwarded?: string) =>
    (await post(`${url}/token`, {}, forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded })).status;

  it('the address is that of the connection, whatever a client claims', async () => {
    const { broker } = createWorld({ rateLimit: 1 });
    const url = await listen(createServer(toNodeListener(broker)));
    expect([await statusOf(url), await statusOf(url, '192.0.2.7')]).toEqual([200, 429]);
  });

  it('the address is read from the entries of the trusted proxies', async () => {
    const { broker } = createWorld({ rateLimit: 1 });
    const url = await listen(createServer(toNodeListener(broker, { trustedProxies: 1 })));
    expect([await statusOf(url, '192.0.2.1'), await statusOf(url, '192.0.2.2')]).toEqual([200, 200]);
    expect(await statusOf(url, '192.0.2.9, 192.0.2.1')).toBe(429);
  });

  it('the address is that of Express, with its setting "trust proxy"', async () => {
    const { broker } = createWorld({ rateLimit: 1 });
    const url = await inExpress(app => app.set('trust proxy', 1).use(toNodeListener(broker)));
    expect([await statusOf(url, '192.0.2.1'), await statusOf(url, '192.0.2.2')]).toEqual([200, 200]);
    expect(await statusOf(url, '192.0.2.1')).toBe(429);
  });

  it.each([-1, 33, 0.5, '1'])('cannot be %s proxies away', hops => {
    const options = { trustedProxies: hops as number };
    expect(() => toNodeListener(createWorld().broker, options)).toThrow(/trustedProxies must be a whole number/);
  });
});

describe('a Node listener', () => {
  it('an unreadable request gets an error of the broker and is logged on the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => void warn.mockRestore());
    const url = await listen(createServer({ requireHostHeader: false }, toNodeListener(createWorld().broker)));
    const answer = await new Promise<string>((resolve, reject) => {
      const asked = httpRequest(`${url}/token`, { setHost: false, headers: { Host: '' } }, incoming => {
        let text = `${incoming.statusCode} `;
        incoming.on('data', data => {
          text += String(data);
        });
        incoming.on('end', () => resolve(text));
      });
      asked.on('error', reject);
      asked.end();
    });
    expect(answer).toMatch(/^400 .*"bad_request"/);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^\[natter\] request_unreadable /));
  });

  it('a health check whose body Express has read is answered', async () => {
    const { broker } = createWorld();
    const url = await inExpress(app => app.use(express.json(), toNodeListener(broker)));
    const status = await new Promise(resolve => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': 2 };
      httpRequest(`${url}/health`, { headers }, ({ statusCode }) => resolve(statusCode)).end('{}');
    });
    expect(status).toBe(200);
  });

  it('a failure of the broker gets a response and is logged on the console without its message', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => void error.mockRestore());
    const broker = { fetch: () => Promise.reject(new Error('a secret')) };
    const url = await listen(createServer(toNodeListener(broker)));
    expect((await post(`${url}/token`, {})).status).toBe(503);
    expect(error.mock.calls).toEqual([[expect.stringMatching(/^\[natter\] internal_error (?!.*secret)/)]]);
  });

  it('an unnecessary base path is reported if the framework removes the prefix', async () => {
    const { broker } = createWorld({ basePath: PATH });
    const url = await inExpress(app => app.use(PATH, toNodeListener(broker)));
    const answer = await post(`${url}${PATH}/token`, {});
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringMatching(/leave the option basePath out/)]);
  });

  it('the program’s own Request and Response are not replaced', async () => {
    const url = await listen(createServer(toNodeListener(createWorld().broker)));
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect({ Request: globalThis.Request, Response: globalThis.Response }).toEqual(NATIVE);
  });
});
