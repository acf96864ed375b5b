import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { realDelay, withTimeout } from '../../../src/broker/endpoints/call-timeout.ts';
import {
  ACCESS_TOKEN,
  createWorld,
  granted,
  hanging,
  networkError,
  readError,
  readGrant,
  refused,
  SHOP,
  tokenRequest,
  type World,
} from '../fixtures/fake-world.ts';

describe('the platform fails for a moment', () => {
  it.each([
    ['a server error', refused(500, 'Failed to create access token')],
    ['a bad gateway without JSON', () => Promise.resolve(new Response('<html>', { status: 502 }))],
    ['a network error', networkError()],
  ])('after %s the broker tries once more, on average 300 ms later, and the page does not notice', async (_, fault) => {
    const world = createWorld();
    world.answers.push(fault);
    expect((await readGrant(world.post({}))).access_token).toBe(ACCESS_TOKEN);
    expect(world.calls.length).toBe(2);
    expect(world.delays).toEqual([5_000, 300, 5_000]);
  });

  it('a 408 is reported as unavailable and not retried', async () => {
    const world = createWorld();
    world.answers.push(refused(408, 'too slow'));
    expect(await readError(world.post({}))).toMatchObject({ status: 503, code: 'upstream_unavailable' });
    expect(world.calls.length).toBe(1);
  });

  it('the pause before the retry is spread from 150 to 450 ms', async () => {
    for (const [luck, pause] of [
      [0, 150],
      [1, 450],
    ] as const) {
      const world = createWorld({ random: () => luck });
      world.answers.push(networkError());
      await readGrant(world.post({}));
      expect(world.delays[1]).toBe(pause);
    }
  });

  it.each([
    ['server errors', refused(503, 'down'), { cause: 'server error', status: 503 }],
    ['network errors', networkError('connect failed', 'ENOTFOUND'), { cause: 'ENOTFOUND' }],
  ])('two %s are upstream_unavailable, and there is no third try', async (_, fault, fields) => {
    const world = createWorld();
    world.answers.push(fault, fault);
    expect(await readError(world.post({}))).toMatchObject({
      status: 503,
      code: 'upstream_unavailable',
      retryAfter: undefined,
      header: null,
    });
    expect(world.calls.length).toBe(2);
    expect(world.lines.filter(line => line.event === 'upstream_unavailable').map(line => line.fields)).toEqual([
      { ...fields, attempt: 1 },
      { ...fields, attempt: 2 },
    ]);
  });

  it('a platform that does not answer within 5 s is unavailable: aborted and not asked again', async () => {
    const world = createWorld({ impatient: true });
    world.answers.push(hanging);
    expect(await readError(world.post({}))).toMatchObject({ status: 503, code: 'upstream_unavailable' });
    expect(world.delays).toEqual([5_000]);
    expect(world.calls.map(call => call.signal?.aborted)).toEqual([true]);
  });

  it('an answer before the 5 s is passed on at once', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    expect(await withTimeout(realDelay, () => Promise.resolve('an answer'))).toBe('an answer');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the 5 s cover the body too', async () => {
    const world = createWorld({ impatient: true });
    world.answers.push(() => Promise.resolve(new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))));
    expect(await readError(world.post({}))).toMatchObject({ status: 503, code: 'upstream_unavailable' });
  });

  it.each([200, 401, 503])(
    'a body cut off by the 5 s is one timeout in the log, whatever its status %i would mean',
    async status => {
      const world = createWorld({ impatient: true });
      world.answers.push(signal => {
        const start = (stream: ReadableStreamDefaultController) =>
          signal?.addEventListener('abort', () => stream.error(signal.reason));
        return Promise.resolve(new Response(new ReadableStream({ start }), { status }));
      });
      expect(await readError(world.post({}))).toMatchObject({ status: 503, code: 'upstream_unavailable' });
      await new Promise(resolve => setImmediate(resolve));
      expect(world.lines.filter(({ event }) => event.startsWith('upstream'))).toEqual([
        { level: 'warn', event: 'upstream_unavailable', fields: { cause: 'timeout', attempt: 1 } },
      ]);
    },
  );

  it('a connection that breaks inside of the platform’s answer is tried once more', async () => {
    const world = createWorld();
    const broken = new ReadableStream({
      start: stream => stream.enqueue(new TextEncoder().encode('{"access_')),
      pull: () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
    });
    world.answers.push(() => Promise.resolve(new Response(broken)));
    expect(await readGrant(world.post({}))).toMatchObject({ access_token: ACCESS_TOKEN });
    expect(world.calls.length).toBe(2);
  });

  it('a visitor who leaves ends the call to the platform', async () => {
    const world = createWorld();
    world.answers.push(hanging);
    const visitor = new AbortController();
    const answer = world.send('/token', {
      method: 'POST',
      headers: { Origin: SHOP },
      body: '{}',
      signal: visitor.signal,
    });
    await vi.waitFor(() => expect(world.calls.length).toBe(1));
    expect(world.calls[0]?.signal?.aborted).toBe(false);
    visitor.abort();
    await answer;
    expect(world.calls.map(({ signal }) => signal?.aborted)).toEqual([true]);
    expect(world.lines.filter(({ event }) => event.startsWith('upstream'))).toEqual([]);
  });

  it.each([
    ['no JSON', () => Promise.resolve(new Response('<html>Welcome</html>'))],
    ['JSON without a token', () => Promise.resolve(Response.json({ access_token: '' }))],
    ['more than 64 KB', () => granted('t'.repeat(70_000))],
  ])('an answer of %s is upstream_unavailable', async (_, answer) => {
    const world = createWorld();
    world.answers.push(answer);
    expect(await readError(world.post({}))).toMatchObject({ status: 503, code: 'upstream_unavailable' });
    expect(world.lines.at(-1)).toMatchObject({ event: 'upstream_unavailable', fields: { cause: 'unreadable answer' } });
  });
});

describe('the platform says when to come back', () => {
  it.each([
    ['seconds', '17', 17],
    ['a date', new Date(Date.UTC(2030, 0, 1, 0, 0, 42)).toUTCString(), 42],
    ['a month', '2592000', 86_400],
  ])('a 429 with Retry-After in %s is passed on as header and field, without a retry', async (_, header, seconds) => {
    const world = createWorld();
    world.answers.push(refused(429, 'slow down', { 'Retry-After': header }));
    expect(await readError(world.post({}))).toMatchObject({
      status: 503,
      code: 'upstream_unavailable',
      retryAfter: seconds,
      header: String(seconds),
    });
    expect(world.calls.length).toBe(1);
  });

  it('a 429 with Retry-After 0 makes pages wait a second', async () => {
    const world = createWorld();
    world.answers.push(refused(429, 'slow down', { 'Retry-After': '0' }));
    expect(await readError(world.post({}))).toMatchObject({ retryAfter: 1, header: '1' });
  });

  it('the platform gets no call from any visitor until the time that it has named', async () => {
    const world = createWorld();
    world.answers.push(refused(429, 'slow down', { 'Retry-After': '30' }));
    expect(await readError(world.post({}))).toMatchObject({ retryAfter: 30 });
    world.clock.now += 12_000;
    expect(await readError(world.post({}))).toMatchObject({
      status: 503,
      code: 'upstream_unavailable',
      retryAfter: 18,
    });
    expect(world.calls.length).toBe(1);
    world.clock.now += 18_000;
    expect(await readGrant(world.post({}))).toMatchObject({ access_token: ACCESS_TOKEN });
    expect(world.lines.filter(({ event }) => event === 'upstream_unavailable').length).toBe(1);
  });

  it('a resume ticket is redeemed while the platform wants to be left alone', async () => {
    const world = createWorld();
    const { resume_ticket } = await readGrant(world.post({}));
    world.answers.push(refused(503, 'down', { 'Retry-After': '30' }));
    await readError(world.post({}));
    expect(await readGrant(world.post({ resume_ticket }))).toMatchObject({ access_token: ACCESS_TOKEN });
  });

  it('a 429 without Retry-After makes pages wait 5 s', async () => {
    const world = createWorld();
    world.answers.push(refused(429, 'slow down'));
    expect(await readError(world.post({}))).toMatchObject({ retryAfter: 5, header: '5' });
  });

  it('a 503 with Retry-After is not retried early', async () => {
    const world = createWorld();
    world.answers.push(refused(503, 'maintenance', { 'Retry-After': '120' }));
    expect(await readError(world.post({}))).toMatchObject({ status: 503, retryAfter: 120, header: '120' });
    expect(world.calls.length).toBe(1);
  });
});

describe('a platform in trouble', () => {
  const down = refused(503, 'down');
  /** Four visitors without a token: eight attempts. */
  async function breakPlatform(world: World): Promise<void> {
    world.answers.push(...Array.from({ length: 8 }, () => down));
    for (let nth = 0; nth < 4; nth += 1) expect((await world.post({})).status).toBe(503);
  }

  it('the platform gets no call for ten seconds after five failures in a row, and visitors are told until when', async () => {
    const world = createWorld();
    await breakPlatform(world);
    expect(world.calls.length).toBe(5);
    world.clock.now += 4_000;
    const error = await readError(world.post({}));
    expect(error).toMatchObject({ status: 503, code: 'upstream_unavailable', retryAfter: 6, header: '6' });
    expect(world.calls.length).toBe(5);
    expect(world.lines.filter(({ event }) => event === 'upstream_paused').map(({ fields }) => fields)).toEqual([
      { seconds: 10 },
    ]);
  });

  it('one visitor then tests the platform, and all get through once it answers', async () => {
    const world = createWorld();
    await breakPlatform(world);
    world.answers.length = 0;
    world.clock.now += 10_000;
    const gate: { open?: (response: Response) => void } = {};
    world.answers.push(() => new Promise(resolve => Object.assign(gate, { open: resolve })));
    const trial = world.post({});
    await expect.poll(() => world.calls.length).toBe(6);
    expect(await readError(world.post({}))).toMatchObject({ status: 503, retryAfter: 1 });
    expect(world.calls.length).toBe(6);
    gate.open?.(await granted());
    await readGrant(trial);
    await Promise.all([readGrant(world.post({})), readGrant(world.post({}))]);
    expect(world.lines.map(({ event }) => event)).toContain('upstream_back');
  });

  it('a failed test gives the platform ten more seconds', async () => {
    const world = createWorld();
    await breakPlatform(world);
    world.clock.now += 10_000;
    expect(await readError(world.post({}))).toMatchObject({ status: 503, retryAfter: 10 });
    expect(world.calls.length).toBe(6);
  });

  it('calls of visitors who leave while the platform hangs also count as failures', async () => {
    const world = createWorld();
    for (let nth = 0; nth < 4; nth += 1) {
      world.answers.push(down, hanging);
      const leaving = new AbortController();
      const request = new Request(tokenRequest(), { signal: leaving.signal });
      const asked = world.broker.fetch(request, { address: '192.0.2.1' });
      await expect.poll(() => world.calls.length).toBe(nth * 2 + 2);
      leaving.abort();
      await asked;
    }
    world.answers.push(down);
    expect(await readError(world.post({}))).toMatchObject({ retryAfter: 10 });
  });

  it('refused credentials begin no pause', async () => {
    const world = createWorld();
    world.answers.push(...Array.from({ length: 9 }, () => refused(401, 'Connector token does not exist')));
    for (let nth = 0; nth < 9; nth += 1) expect((await world.post({})).status).toBe(502);
    await readGrant(world.post({}));
  });

  it('the platform gets at most 250 calls at the same time, and nobody waits in a queue', async () => {
    const world = createWorld({ rateLimit: 1_000 });
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>(resolve => Object.assign(gate, { open: resolve }));
    world.answers.push(...Array.from({ length: 250 }, () => () => opened.then(() => granted())));
    const asked = Array.from({ length: 250 }, () => world.post({}));
    await expect.poll(() => world.calls.length).toBe(250);
    expect(await readError(world.post({}))).toMatchObject({ status: 503, retryAfter: 1 });
    gate.open?.();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array.from({ length: 250 }, () => 200));
    await readGrant(world.post({}));
  });
});

describe('the platform refuses', () => {
  it.each([
    [401, 'Missing authentication headers', 'NATTER_CONNECTOR_TOKEN and NATTER_HOST'],
    [401, 'Connector token does not exist', 'NATTER_CONNECTOR_TOKEN'],
    [401, 'Failed to validate connector', 'NATTER_HOST'],
    [401, 'Connector missing host domain', 'the connector'],
  ])('%i %s: the log names the reason and the fix', async (status, text, mend) => {
    const world = createWorld();
    world.answers.push(refused(status, text));
    const error = await readError(world.post({}));
    expect(error).toMatchObject({ status: 502, code: 'upstream_rejected' });
    expect(error.message).toMatch(/NATTER_CONNECTOR_TOKEN/);
    expect(error.message).not.toContain(text);
    expect(world.calls.length).toBe(1);
    expect(world.lines).toContainEqual({
      level: 'error',
      event: 'upstream_rejected',
      fields: { status, attempt: 1, reason: text, mend: expect.stringMatching(new RegExp(`^${mend}:`)) },
    });
  });

  it.each([
    [400, 'NATTER_PLATFORM_URL, NATTER_CONNECTOR_TOKEN and NATTER_HOST'],
    [401, 'NATTER_CONNECTOR_TOKEN'],
    [403, 'NATTER_CONNECTOR_TOKEN'],
    [404, 'NATTER_PLATFORM_URL: there is no'],
    [405, 'NATTER_PLATFORM_URL: there is no'],
  ])('a %i with an unknown text is not quoted; the log says what to check', async (status, mend) => {
    const world = createWorld();
    world.answers.push(refused(status, 'words of a stranger'));
    expect(await readError(world.post({}))).toMatchObject({ status: 502, code: 'upstream_rejected' });
    expect(JSON.stringify(world.lines)).not.toContain('stranger');
    expect(world.lines.at(-1)?.fields.mend).toMatch(new RegExp(`^${mend}`));
  });

  it('a redirect is not followed, because it would send the connector token elsewhere', async () => {
    const world = createWorld();
    world.answers.push(() =>
      Promise.resolve(new Response(null, { status: 302, headers: { Location: 'https://evil.test' } })),
    );
    expect(await readError(world.post({}))).toMatchObject({ status: 502, code: 'upstream_rejected' });
    expect(world.calls.map(call => call.redirect)).toEqual(['manual']);
    expect(world.lines.at(-1)?.fields.mend).toMatch(/redirects/);
  });
});
