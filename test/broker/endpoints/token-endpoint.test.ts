import { describe, expect, it } from 'vitest';
import { readTokenGrant } from '../../../src/protocol/http-api.ts';
import {
  ACCESS_TOKEN,
  CONNECTOR_TOKEN,
  createWorld,
  granted,
  KEY_1,
  KEY_2,
  OTHER_SHOP,
  readError,
  readGrant,
  SHOP,
  tokenRequest,
} from '../fixtures/fake-world.ts';

describe('POST /token, a new token', () => {
  it('the platform is called once, with the connector token, the host and an empty object', async () => {
    const world = createWorld();
    await readGrant(world.post({}));
    expect(world.calls.length).toBe(1);
    const [call] = world.calls;
    expect(call).toMatchObject({
      url: 'https://messaging.example.net/api/v1/access-token',
      method: 'POST',
      body: '{}',
      redirect: 'manual',
    });
    expect(Object.fromEntries(call?.headers ?? [])).toEqual({
      'x-token': CONNECTOR_TOKEN,
      'x-host': 'shop.example.com',
      'content-type': 'application/json',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('the response contains everything that the page needs', async () => {
    const world = createWorld({ platformUrl: 'https://messaging.example.net//', dialect: 'poly' });
    const response = await world.post({});
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    const grant = await readGrant(response);
    expect(grant).toEqual({
      access_token: ACCESS_TOKEN,
      expires_in: 86_400,
      token_type: 'Bearer',
      messaging_url: 'https://messaging.example.net',
      dialect: 'poly',
      resume_ticket: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
      features: ['revoke'],
    });
    expect(readTokenGrant(grant)).toMatchObject({ accessToken: ACCESS_TOKEN, dialect: 'poly' });
  });

  it('the default dialect is service', async () => {
    expect((await readGrant(createWorld().post({}))).dialect).toBe('service');
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['an empty object', '{}'],
    ['unknown fields', '{"colour":"red"}'],
    ['a field of the prototype', '{"__proto__":{"resume_ticket":"x"}}'],
  ])('a body of %s asks for a new token', async (_, body) => {
    const world = createWorld();
    expect((await readGrant(world.post(body))).access_token).toBe(ACCESS_TOKEN);
    expect(world.calls.length).toBe(1);
  });

  it('a property of Object.prototype does not count as part of the request', async () => {
    const world = createWorld();
    Object.defineProperty(Object.prototype, 'resume_ticket', { value: 'a ticket of nobody', configurable: true });
    try {
      expect((await readGrant(world.post({}))).access_token).toBe(ACCESS_TOKEN);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'resume_ticket');
    }
    expect(world.calls.length).toBe(1);
  });

  it('a request without a body asks for a new token', async () => {
    const world = createWorld();
    const response = await world.send('/token', { method: 'POST', headers: { Origin: SHOP } });
    expect((await readGrant(response)).access_token).toBe(ACCESS_TOKEN);
  });

  it('a token too long for its ticket to come back is granted without a ticket, and the log says so', async () => {
    const world = createWorld();
    world.answers.push(() => granted('t'.repeat(4_000)));
    expect((await readGrant(world.post({}))).resume_ticket).toBe('');
    expect(world.lines.map(line => line.event)).toContain('ticket_too_long');
  });

  it('the ticket of a token of 2,500 characters comes back within the limit of the body', async () => {
    const world = createWorld();
    const token = 't'.repeat(2_500);
    world.answers.push(() => granted(token));
    const { resume_ticket } = await readGrant(world.post({}));
    expect((await readGrant(world.post({ resume_ticket }))).access_token).toBe(token);
  });
});

describe('POST /token, the same token again', () => {
  it('a ticket gets the same token with what is left of its time, a new ticket, and no call to the platform', async () => {
    const world = createWorld();
    const first = await readGrant(world.post({}));
    world.clock.now += 300_500;
    const second = await readGrant(world.post({ resume_ticket: first.resume_ticket }));
    expect(second).toMatchObject({ ...first, expires_in: 86_099, resume_ticket: expect.any(String) });
    expect(second.resume_ticket).not.toBe(first.resume_ticket);
    expect(world.calls.length).toBe(1);
  });

  it('a token renewed every nine minutes lives until its end and not longer', async () => {
    const world = createWorld();
    world.answers.push(() => granted(ACCESS_TOKEN, 1_200));
    let grant = await readGrant(world.post({}));
    for (const left of [660, 120]) {
      world.clock.now += 540_000;
      grant = await readGrant(world.post({ resume_ticket: grant.resume_ticket }));
      expect(grant.expires_in).toBe(left);
    }
    world.clock.now += 120_000;
    expect(await readError(world.post({ resume_ticket: grant.resume_ticket }))).toMatchObject({ status: 400 });
  });

  it('the platform’s response time is not added to the life of the token', async () => {
    const world = createWorld();
    world.answers.push(() => {
      world.clock.now += 4_000;
      return granted(ACCESS_TOKEN, 100);
    });
    const { resume_ticket } = await readGrant(world.post({}));
    expect((await readGrant(world.post({ resume_ticket }))).expires_in).toBe(96);
  });

  it('a ticket of one allowed origin is refused from another', async () => {
    const world = createWorld();
    const { resume_ticket } = await readGrant(world.post({}));
    const error = await readError(world.post({ resume_ticket }, { origin: OTHER_SHOP }));
    expect(error).toMatchObject({ status: 400, code: 'bad_request' });
    expect(error.message).toMatch(/issued to another origin.*Send \{\} for a new token/);
    expect(world.calls.length).toBe(1);
  });

  it('a ticket older than ten minutes is refused', async () => {
    const world = createWorld();
    const { resume_ticket } = await readGrant(world.post({}));
    world.clock.now += 600_001;
    const error = await readError(world.post({ resume_ticket }));
    expect(error).toMatchObject({ status: 400, code: 'bad_request' });
    expect(error.message).toMatch(/older than 10 minutes/);
  });

  it.each(['', 'x', 'a.b.c.d.e', 'null'])('the ticket %j is refused', async ticket => {
    const world = createWorld();
    const error = await readError(world.post({ resume_ticket: ticket }));
    expect(error).toMatchObject({ status: 400, code: 'bad_request' });
    expect(world.calls.length).toBe(0);
    expect(world.lines).toContainEqual({
      level: 'warn',
      event: 'ticket_refused',
      fields: { origin: SHOP, reason: 'unreadable' },
    });
  });

  it('keys are rotated without losing a visitor', async () => {
    const before = createWorld({ ticketKeys: [{ kid: 'k1', key: KEY_1 }] });
    const { resume_ticket } = await readGrant(before.post({}));
    const rotated = [
      { kid: 'k2', key: KEY_2 },
      { kid: 'k1', key: KEY_1 },
    ];
    const renewed = await readGrant(createWorld({ ticketKeys: rotated }).post({ resume_ticket }));
    const after = createWorld({ ticketKeys: [{ kid: 'k2', key: KEY_2 }] });
    expect((await readGrant(after.post({ resume_ticket: renewed.resume_ticket }))).access_token).toBe(ACCESS_TOKEN);
    expect((await readError(after.post({ resume_ticket }))).message).toMatch(/no longer in use/);
  });
});

describe('POST /token, bodies', () => {
  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['a ticket that is a number', '{"resume_ticket":1}'],
    ['a ticket that is null', '{"resume_ticket":null}'],
    ['a ticket that is an object', '{"resume_ticket":{}}'],
  ])('%s is a bad request', async (_, body) => {
    const world = createWorld();
    const error = await readError(world.post(body));
    expect(error).toMatchObject({ status: 400, code: 'bad_request' });
    expect(error.message).toMatch(/Send \{\}/);
    expect(world.calls.length).toBe(0);
  });

  it.each([
    ['bytes that are not UTF-8 are', '{"a":"\xff"}'],
    ['half a letter at the end is', '{}\xc3'],
  ])('%s a bad request', async (_, bytes) => {
    const world = createWorld();
    const request = new Request(tokenRequest(), { body: Uint8Array.from(bytes, letter => letter.charCodeAt(0)) });
    expect(await readError(world.broker.fetch(request, { address: '192.0.2.1' }))).toMatchObject({
      code: 'bad_request',
    });
  });

  it('5,120 bytes are read, one more is too large', async () => {
    const world = createWorld();
    expect(await readError(world.post(`{"resume_ticket":"${'x'.repeat(5_120 - 20)}"}`))).toMatchObject({ status: 400 });
    expect(await readError(world.post(`{"resume_ticket":"${'x'.repeat(5_120 - 19)}"}`))).toMatchObject({
      status: 413,
      code: 'too_large',
    });
    expect(world.calls.length).toBe(0);
  });

  it('5,120 bytes are read even with Content-Length, as browsers send it', async () => {
    const request = tokenRequest(`{}${' '.repeat(4_094)}`);
    request.headers.set('Content-Length', '5120');
    expect((await createWorld().broker.fetch(request, { address: '192.0.2.1' })).status).toBe(200);
  });

  it('the limit counts bytes, not characters', async () => {
    const error = await readError(createWorld().post(`{"resume_ticket":"${'ü'.repeat(2_600)}"}`));
    expect(error.code).toBe('too_large');
  });

  it.each([
    ['says too little', '2'],
    ['is absent', undefined],
  ])('a stream without end is cut off when Content-Length %s', async (_, length) => {
    let sent = 0;
    const cancelled = { yes: false };
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_024;
        controller.enqueue(new Uint8Array(1_024).fill(0x20));
      },
      cancel() {
        cancelled.yes = true;
        // The stream does not even end when it is cancelled: the answer does not wait for it.
        return new Promise<void>(() => {});
      },
    });
    const headers = { Origin: SHOP, ...(length === undefined ? {} : { 'Content-Length': length }) };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    expect(await readError(createWorld().send('/token', init))).toMatchObject({ status: 413, code: 'too_large' });
    expect(sent).toBeLessThan(16_384);
    expect(cancelled.yes).toBe(true);
  });

  it('a Content-Length above the limit is refused without reading', async () => {
    const request = tokenRequest('{}');
    request.headers.set('Content-Length', '5121');
    const error = await readError(createWorld().broker.fetch(request, { address: '192.0.2.1' }));
    expect(error.code).toBe('too_large');
    expect(request.bodyUsed).toBe(false);
  });

  it('a body that breaks off is a bad request', async () => {
    const body = new ReadableStream({
      start: controller => controller.error(new Error('connection lost')),
    });
    const init = { method: 'POST', headers: { Origin: SHOP }, body, duplex: 'half' };
    expect(await readError(createWorld().send('/token', init))).toMatchObject({ status: 400, code: 'bad_request' });
  });
});
