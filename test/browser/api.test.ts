import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApi } from '../../src/browser/api.ts';
import {
  BROKER_ERROR_STATUS,
  type BrokerErrorCode,
  brokerErrorToWire,
  tokenGrantToWire,
} from '../../src/protocol/rest.ts';
import { GRANT } from '../client/fake-ports.ts';

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function serve(answer: (request: IncomingMessage, body: string) => Reply) {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', piece => {
      body += piece;
    });
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const reply = answer(request, body);
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
    });
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const OPTIONS = { streaming: true, platform: 'web', deviceType: 'desktop' } as const;

describe('the token call', () => {
  it('asks the broker with an empty body and reads the grant', async () => {
    const { url, seen } = await serve(() => ({ status: 200, body: tokenGrantToWire(GRANT) }));
    expect(await createApi(`${url}/`).fetchToken()).toEqual({ ok: true, value: GRANT });
    expect(seen).toMatchObject([{ method: 'POST', url: '/token', body: '{}' }]);
  });

  const codes: readonly (readonly [BrokerErrorCode, string])[] = [
    ['origin_not_allowed', 'origin_not_allowed'],
    ['rate_limited', 'rate_limited'],
    ['upstream_rejected', 'rejected'],
    ['upstream_unavailable', 'unavailable'],
    ['not_found', 'bad_answer'],
    ['bad_request', 'bad_answer'],
  ];
  it.each(codes)('the broker says %s → %s', async (code, kind) => {
    const body = brokerErrorToWire({ code, message: 'x', retryAfter: 7 });
    const { url } = await serve(() => ({ status: BROKER_ERROR_STATUS[code], body }));
    expect(await createApi(url).fetchToken()).toMatchObject({ ok: false, failure: { kind } });
  });

  it('Retry-After comes from the body or the header, in milliseconds', async () => {
    const body = brokerErrorToWire({ code: 'upstream_unavailable', message: 'x', retryAfter: 7 });
    const inBody = await serve(() => ({ status: 503, body }));
    const inHeader = await serve(() => ({ status: 429, body: 'busy', headers: { 'retry-after': '9' } }));
    expect(await createApi(inBody.url).fetchToken()).toEqual({
      ok: false,
      failure: { kind: 'unavailable', retryAfterMs: 7_000 },
    });
    expect(await createApi(inHeader.url).fetchToken()).toEqual({
      ok: false,
      failure: { kind: 'rate_limited', retryAfterMs: 9_000 },
    });
  });

  it('an answer that is no grant is a bad answer, a page of HTML included', async () => {
    for (const body of ['<html>', '{}', 'null', { access_token: 'x' }, []]) {
      const { url } = await serve(() => ({ status: 200, body }));
      expect(await createApi(url).fetchToken()).toEqual({ ok: false, failure: { kind: 'bad_answer' } });
    }
  });

  it('nobody there is a network failure', async () => {
    expect(await createApi('http://127.0.0.1:9').fetchToken()).toEqual({ ok: false, failure: { kind: 'network' } });
  });
});

describe('the sessions call', () => {
  it('carries the token in its header only, and says what the page wants', async () => {
    const { url, seen } = await serve(() => ({ status: 200, body: { session_id: 's' } }));
    const answer = await createApi(url).createSession({ ...GRANT, messagingUrl: url }, OPTIONS);
    expect(answer).toEqual({ ok: true, value: 's' });
    expect(seen).toMatchObject([
      { url: '/api/v1/sessions', headers: { authorization: `Bearer ${GRANT.accessToken}` } },
    ]);
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      streaming_enabled: true,
      platform: 'web',
      device_type: 'desktop',
    });
  });

  it.each([
    [400, 'rejected'],
    [401, 'unauthorized'],
    [404, 'rejected'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('status %i → %s', async (status, kind) => {
    const { url } = await serve(() => ({ status, body: { error: 'x' } }));
    const answer = await createApi(url).createSession({ ...GRANT, messagingUrl: url }, OPTIONS);
    expect(answer).toMatchObject({ ok: false, failure: { kind } });
  });

  it('an answer without a session id is a bad answer', async () => {
    const { url } = await serve(() => ({ status: 200, body: {} }));
    const answer = await createApi(url).createSession({ ...GRANT, messagingUrl: url }, OPTIONS);
    expect(answer).toEqual({ ok: false, failure: { kind: 'bad_answer' } });
  });
});
