import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startBroker } from '../../../../src/broker/node/server.ts';
import { ACCESS_TOKEN, CONNECTOR_TOKEN, createWorld, SHOP } from '../../fixtures/fake-world.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const open: { close(): Promise<void> | Server }[] = [];

beforeAll(() => provider.register());
afterAll(async () => {
  for (const each of [trace, context, propagation]) each.disable();
  await provider.shutdown();
});
afterEach(async () => {
  exporter.reset();
  await Promise.all(open.splice(0).map(each => each.close()));
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

/** Asks a broker for a token while the platform answers with this status. */
async function ask(status = 200) {
  const heard: IncomingHttpHeaders[] = [];
  const platform = createServer((incoming, outgoing) => {
    heard.push(incoming.headers);
    const body = status === 200 ? { access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 86_400 } : {};
    outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>(resolve => platform.listen(0, '127.0.0.1', resolve));
  open.push(platform);
  const world = createWorld();
  const { fetch: _, ...options } = world.options;
  const platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const broker = await startBroker({
    options: { ...options, platformUrl },
    port: 0,
    trustedProxies: 0,
    logLevel: 'silent',
    warnings: [],
  });
  open.push(broker);
  const response = await fetch(`${broker.url}/token`, {
    method: 'POST',
    headers: { Origin: SHOP, traceparent: `00-${TRACE}-${PARENT}-01` },
    body: '{}',
  });
  await response.text();
  return { response, heard, world, spans: exporter.getFinishedSpans() };
}

it("a request of a page and its call to the platform are spans of the page's trace", async () => {
  const { response, heard, world, spans } = await ask();
  const [call, request] = spans;
  expect([response.status, spans.map(({ name }) => name)]).toEqual([200, ['POST', 'POST /token']]);
  expect(request?.parentSpanContext?.spanId).toBe(PARENT);
  expect(call?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  expect(heard[0]?.traceparent).toBe(`00-${TRACE}-${call?.spanContext().spanId}-01`);
  expect(request?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/token',
    'http.response.status_code': 200,
  });
  expect(world.lines.filter(({ event }) => event === 'token_issued').map(({ names }) => names.traceId)).toEqual([
    TRACE,
  ]);
});

it('no span contains a secret', async () => {
  const { spans } = await ask();
  const text = JSON.stringify(spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]));
  expect(text).toContain('POST /token');
  for (const secret of [CONNECTOR_TOKEN, ACCESS_TOKEN]) expect(text).not.toContain(secret);
});

it('the refusal of the platform is an error of the call', async () => {
  const { spans } = await ask(401);
  const [call, request] = spans;
  expect([call?.attributes['error.type'], call?.attributes['http.response.status_code']]).toEqual(['401', 401]);
  expect(request?.attributes['http.response.status_code']).toBe(502);
});
