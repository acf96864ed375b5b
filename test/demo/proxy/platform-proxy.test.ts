import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessTo } from '../../../src/cli/demo.ts';
import { createPlatformProxy } from '../../../src/demo/proxy/platform-proxy.ts';
import { type Emulator, startEmulator } from '../../../src/emulator/node/server.ts';
import { createPlatform } from '../../../src/platform/create-platform.ts';

let emulator: Emulator;
let server: Server;
let url: string;
let isUsable: boolean;

beforeEach(async () => {
  isUsable = true;
  emulator = await startEmulator({ port: 0, builderPort: 0 });
  const proxy = createPlatformProxy(() => (isUsable ? accessTo(emulator, 'service') : undefined));
  server = createServer(async (asked, answer) => {
    if (!(await proxy(asked, answer))) answer.writeHead(404).end('not the proxy');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await emulator.close();
});

/** Sends exactly these headers; fetch would refuse some of them. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, { method, headers }, async answer => {
      let text = '';
      for await (const piece of answer) text += piece;
      resolve({ status: answer.statusCode ?? 0, text });
    });
    call.on('error', reject);
    call.end();
  });
}

const client = () => {
  const keys = { conversations: 'console', builder: 'console', outbound: 'console', dni: 'console' };
  const bases = { baseUrl: `${url}/console/runtime`, builderUrl: `${url}/console/builder` };
  return createPlatform({ ...bases, keys, accountId: 'demo', projectId: 'shop' });
};

describe('the console’s way to the platform', () => {
  it('a page without keys reads and changes what the console needs', async () => {
    const platform = client();
    expect(await platform.conversations.page()).toEqual({ conversations: [], cursor: null });
    expect((await platform.agents.list()).map(each => each.agentId)).toEqual(['PROJECT-shop']);
    expect((await platform.dni.reserve({ order: 'HP-1' })).dni).toMatch(/^\+44/);
    expect((await platform.outbound.call({ to_number: '+442079460123' })).call_sid).toMatch(/^OUT-/);
  });

  it('errors of the platform arrive as the platform words them', async () => {
    const call = client().agents.branches.create('PROJECT-none', 'x');
    await expect(call).rejects.toMatchObject({ status: 404, correlationId: expect.stringMatching(/./) });
  });

  it.each([
    ['POST', '/console/builder/v1/webhook-endpoints'],
    ['DELETE', '/console/builder/v1/agents/PROJECT-shop'],
    ['GET', '/console/runtime/_control/sessions'],
    ['GET', '/console/other/v1/agents'],
    ['POST', '/console/runtime/v1/external-events/webhook'],
  ])('%s %s is no call of the console', async (method, path) => {
    expect((await ask(path, { 'x-api-key': 'console' }, method)).status).toBe(404);
  });

  it.each([
    ['a foreign name for this machine', { host: 'evil.example' }],
    ['a page of another origin', { origin: 'http://localhost:1' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a tunnel', { 'x-forwarded-for': '203.0.113.1' }],
  ])('%s is refused', async (_, headers) => {
    for (const path of ['/console/runtime/v3/demo/shop/conversations', '/console/webhooks'])
      expect((await ask(path, { 'x-api-key': 'console', ...headers })).status).toBe(403);
  });

  it('nothing is passed on for a real platform, and other paths are left to others', async () => {
    isUsable = false;
    expect((await ask('/console/webhooks')).status).toBe(503);
    expect((await ask('/other')).text).toBe('not the proxy');
  });
});

describe('the log of notices', () => {
  const breach = () => {
    emulator.platform.control.addSample(emulator.now(), { metric: 'api_errors', value: 5 });
    emulator.advance(60_000);
  };

  it('a subscription lists notices whose signature is right, by the platform’s clock, and shows no secret', async () => {
    const subscribed = await ask('/console/webhooks', {}, 'POST');
    expect(subscribed.text).toContain('"endpointId":"whe_');
    expect(subscribed.text).not.toContain('whsec_');
    const rule = { name: 'Errors', metric: 'api_errors', operator: '>=', threshold_value: 3 } as const;
    await client().alerts.createRule({ ...rule, window_duration: '5m' });
    emulator.advance(3_600_000);
    breach();
    await expect
      .poll(async () => JSON.parse((await ask('/console/webhooks')).text).deliveries)
      .toMatchObject([{ verdict: 'verified', notice: { event_type: 'alerts.triggered', alert: { name: 'Errors' } } }]);
    await ask('/console/webhooks', {}, 'DELETE');
    expect(await client().webhooks.list()).toEqual([]);
  });

  it('a notice with a wrong signature is listed as refused, without its content', async () => {
    await ask('/console/webhooks', {}, 'POST');
    const at = `${Math.floor(Date.now() / 1000)}`;
    const forged = { 'x-service-timestamp': at, 'x-service-signature': '0'.repeat(64), 'x-service-event-id': 'e1' };
    expect((await ask('/console/webhooks/deliveries', forged, 'POST')).status).toBe(401);
    expect((await ask('/console/webhooks/deliveries', {}, 'POST')).status).toBe(401);
    const { deliveries } = JSON.parse((await ask('/console/webhooks')).text);
    expect(deliveries).toMatchObject([
      { verdict: 'forged', notice: null },
      { verdict: 'unsigned', notice: null },
    ]);
  });
});
