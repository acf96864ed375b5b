import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../src/browser/api.ts';
import {
  BROKER_ERROR_STATUS,
  type BrokerErrorCode,
  brokerErrorToWire,
  type Challenge,
  probeAnswerToWire,
  tokenGrantToWire,
} from '../../src/protocol/http-api.ts';
import type { CallFailure } from '../../src/session/state/inputs.ts';
import { GRANT, TICKET } from '../client/fixtures/fake-ports.ts';

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const servers: Server[] = [];
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
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

/** The client's failure for each refusal of the broker. `bad_request` depends on the request: only one with a ticket can be bad. */
function codes(ofBadRequest: CallFailure['kind']): readonly (readonly [BrokerErrorCode, CallFailure['kind']])[] {
  return [
    ['origin_not_allowed', 'origin_not_allowed'],
    ['rate_limited', 'rate_limited'],
    ['upstream_rejected', 'rejected'],
    ['upstream_unavailable', 'unavailable'],
    ['not_found', 'bad_answer'],
    ['not_configured', 'bad_answer'],
    ['bad_request', ofBadRequest],
    ['ticket_outdated', ofBadRequest],
    ['ticket_revoked', ofBadRequest],
    ['proof_refused', ofBadRequest],
  ];
}

function refused(code: BrokerErrorCode): Reply {
  return { status: BROKER_ERROR_STATUS[code], body: brokerErrorToWire({ code, message: 'x', retryAfter: 7 }) };
}

const OPTIONS = { streaming: true, platform: 'web', deviceType: 'desktop' } as const;

describe('the token call', () => {
  it('asks the broker with an empty body and reads the grant', async () => {
    const { url, seen } = await serve(() => ({ status: 200, body: tokenGrantToWire(GRANT) }));
    expect(await createApi(`${url}/`).fetchToken()).toEqual({ ok: true, value: GRANT });
    expect(seen).toMatchObject([{ method: 'POST', url: '/token', body: '{}' }]);
  });

  it.each(codes('bad_answer'))('the broker says %s → %s', async (code, kind) => {
    const { url } = await serve(() => refused(code));
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

  it('a broker that keeps silent to the end is a network failure', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const answer = createApi('https://chat.example.com').fetchToken();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await answer).toEqual({ ok: false, failure: { kind: 'network' } });
  });

  it('[R43] an answer that the page cannot read is no refusal, and nothing else is asked to find out', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { mode }: RequestInit) => {
      asked.push(url);
      // The broker answers, but without the headers that let a page read the answer.
      if (mode === 'no-cors') return new Response();
      throw new TypeError('Failed to fetch');
    });
    expect(await createApi('https://chat.example.com').fetchToken()).toEqual({
      ok: false,
      failure: { kind: 'network' },
    });
    expect(asked).toEqual(['https://chat.example.com/token']);
  });

  it.each([502, 503, 504, 520])(
    '[R43] a page of HTML with status %i in place of the broker passes, too, if the page can read it',
    async status => {
      const { url } = await serve(() => ({ status, body: '<html>', headers: { 'content-type': 'text/html' } }));
      expect(await createApi(url).fetchToken()).toEqual({ ok: false, failure: { kind: 'unavailable' } });
    },
  );

  it('nobody there is a network failure', async () => {
    expect(await createApi('http://127.0.0.1:9').fetchToken()).toEqual({ ok: false, failure: { kind: 'network' } });
  });
});

describe('credentials', () => {
  it.each([
    [undefined, 'omit'],
    [true, 'include'],
  ] as const)(
    'with the setting brokerCookies %s the broker gets cookies: %s, and the platform never',
    async (setting, credentials) => {
      const asked: [string, unknown][] = [];
      vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
        asked.push([url, init.credentials]);
        return new Response('{}');
      });
      const api = createApi('https://chat.example.com', { hasCookies: setting });
      await api.fetchToken();
      await api.probe('s', TICKET);
      await api.createSession(GRANT, OPTIONS);
      api.revoke(TICKET);
      expect(asked).toEqual([
        ['https://chat.example.com/token', credentials],
        ['https://chat.example.com/probe', credentials],
        [`${GRANT.messagingUrl}/api/v1/sessions`, 'omit'],
        ['https://chat.example.com/revoke', credentials],
      ]);
    },
  );
});

describe('revoking a ticket', () => {
  it('[R28] the request needs no preflight, and is sent though the page may be unloaded', async () => {
    const asked: [string, RequestInit][] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push([url, init]);
      return new Response('{}');
    });
    createApi('https://chat.example.com/').revoke(TICKET);
    const init = { keepalive: true, credentials: 'omit', headers: { 'content-type': 'text/plain' } };
    expect(asked).toMatchObject([
      ['https://chat.example.com/revoke', { ...init, method: 'POST', body: JSON.stringify({ resume_ticket: TICKET }) }],
    ]);
  });

  it('[R28] no answer is no matter', async () => {
    createApi('http://127.0.0.1:9').revoke(TICKET);
    const { url, seen } = await serve(() => ({ status: 404, body: '<html>' }));
    createApi(url).revoke(TICKET);
    await expect.poll(() => seen.map(each => each.url)).toEqual(['/revoke']);
  });
});

describe('a broker that wants a proof', () => {
  const refusal = (challenge: Challenge): Reply => ({
    status: 403,
    body: brokerErrorToWire({ code: 'challenge_required', message: 'x', challenge }),
  });
  const grant: Reply = { status: 200, body: tokenGrantToWire(GRANT) };
  // The number is 3.
  const work: Challenge = {
    kind: 'work',
    algorithm: 'SHA-256',
    maxnumber: 9,
    salt: 'salt?expires=1790000000&',
    signature: 'f0',
    challenge: createHash('sha256').update('salt?expires=1790000000&3').digest('hex'),
  };

  it('gets one, and then gives the token', async () => {
    const { url, seen } = await serve((_, body) => (body === '{}' ? refusal(work) : grant));
    expect(await createApi(url).fetchToken()).toEqual({ ok: true, value: GRANT });
    expect(seen).toHaveLength(2);
    const { solution } = JSON.parse(seen[1]?.body ?? '');
    const { algorithm, challenge, salt, signature } = work;
    expect(JSON.parse(atob(solution))).toEqual({ algorithm, challenge, number: 3, salt, signature });
  });

  it('gets the ticket with the solution again', async () => {
    const { url, seen } = await serve((_, body) => (body.includes('solution') ? grant : refusal(work)));
    expect(await createApi(url).fetchToken(TICKET)).toEqual({ ok: true, value: GRANT });
    expect(JSON.parse(seen[1]?.body ?? '')).toMatchObject({ resume_ticket: TICKET, solution: expect.any(String) });
  });

  it('the broker is asked once more, not for ever', async () => {
    const { url, seen } = await serve(() => refusal(work));
    const failure = { kind: 'challenge_required' };
    expect(await createApi(url).fetchToken()).toEqual({ ok: false, failure });
    expect(seen).toHaveLength(2);
  });

  it('a broker that is gone when the solution comes is a network failure', async () => {
    const { url, seen } = await serve(request => {
      if (seen.length === 2) request.socket.destroy();
      return refusal(work);
    });
    expect(await createApi(url).fetchToken()).toEqual({ ok: false, failure: { kind: 'network' } });
  });

  it('gets the token of the captcha from the page, and no request without one', async () => {
    const { url, seen } = await serve((_, body) => (body === '{}' ? refusal({ kind: 'token' }) : grant));
    expect(await createApi(url, { captcha: async () => 'captcha' }).fetchToken()).toEqual({ ok: true, value: GRANT });
    expect(seen[1]?.body).toBe('{"solution":"captcha"}');
    expect(await createApi(url).fetchToken()).toEqual({ ok: false, failure: { kind: 'challenge_required' } });
    expect(seen).toHaveLength(3);
  });
});

describe('the header Authorization', () => {
  const grant = { status: 200, body: tokenGrantToWire(GRANT) };
  it('the header comes from the page, and is requested again for each call', async () => {
    const { url, seen } = await serve(() => grant);
    let asked = 0;
    const api = createApi(url, { authorization: async () => `Bearer ${++asked}` });
    await api.fetchToken();
    await api.fetchToken(TICKET);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('signed out'))],
    ['returns no text', () => 7 as unknown as string],
  ])('the header is omitted if the function of the page %s', async (_, authorization) => {
    const { url, seen } = await serve(() => grant);
    expect(await createApi(url, { authorization }).fetchToken()).toEqual({ ok: true, value: GRANT });
    expect(seen[0]?.headers.authorization).toBe(undefined);
  });

  it('the header is omitted if the function of the page does not answer within 15 seconds', async () => {
    const { url, seen } = await serve(() => grant);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = createApi(url, { authorization: () => new Promise<string>(() => {}) }).fetchToken();
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    expect(await asked).toEqual({ ok: true, value: GRANT });
    expect(seen[0]?.headers.authorization).toBe(undefined);
  });
});

describe('the token call with a resume ticket', () => {
  it('sends it in the body, and reads the grant', async () => {
    const { url, seen } = await serve(() => ({ status: 200, body: tokenGrantToWire(GRANT) }));
    expect(await createApi(url).fetchToken(TICKET)).toEqual({ ok: true, value: GRANT });
    expect(await createApi(url).fetchToken('')).toEqual({ ok: true, value: GRANT });
    expect(seen).toMatchObject([
      { method: 'POST', url: '/token', body: JSON.stringify({ resume_ticket: TICKET }) },
      { body: '{}' },
    ]);
  });

  it.each(codes('ticket_refused'))('the broker says %s → %s', async (code, kind) => {
    const { url } = await serve(() => refused(code));
    expect(await createApi(url).fetchToken(TICKET)).toMatchObject({ ok: false, failure: { kind } });
  });
});

describe('the probe', () => {
  it('names session and ticket in the body, and reads what the platform said', async () => {
    const { url, seen } = await serve(() => ({ status: 200, body: probeAnswerToWire({ status: 429, retryAfter: 9 }) }));
    expect(await createApi(url).probe('the-session', TICKET)).toEqual({
      ok: true,
      value: { status: 429, retryAfter: 9 },
    });
    expect(seen).toMatchObject([{ method: 'POST', url: '/probe' }]);
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ session_id: 'the-session', resume_ticket: TICKET });
  });

  it('no answer of the platform is an answer of the broker', async () => {
    const { url } = await serve(() => ({ status: 200, body: probeAnswerToWire({ status: 0 }) }));
    expect(await createApi(url).probe('the-session', TICKET)).toEqual({ ok: true, value: { status: 0 } });
  });

  it.each(codes('ticket_refused'))('the broker says %s → %s', async (code, kind) => {
    const { url } = await serve(() => refused(code));
    expect(await createApi(url).probe('the-session', TICKET)).toMatchObject({ ok: false, failure: { kind } });
  });

  it('Retry-After comes in milliseconds', async () => {
    const { url } = await serve(() => refused('rate_limited'));
    expect(await createApi(url).probe('the-session', TICKET)).toEqual({
      ok: false,
      failure: { kind: 'rate_limited', retryAfterMs: 7_000 },
    });
  });

  it('an answer without a status is a bad answer, and nobody there a network failure', async () => {
    for (const body of ['<html>', '{}', { status: 99 }, { status: 'gone' }]) {
      const { url } = await serve(() => ({ status: 200, body }));
      expect(await createApi(url).probe('s', TICKET)).toEqual({ ok: false, failure: { kind: 'bad_answer' } });
    }
    const nobody = createApi('http://127.0.0.1:9');
    expect(await nobody.probe('s', TICKET)).toEqual({ ok: false, failure: { kind: 'network' } });
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
