import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyHcaptcha, verifyRecaptcha, verifyTurnstile } from '../../../src/broker/challenge/verifiers.ts';
import { createWorld, SHOP } from '../fixtures/fake-world.ts';
import { ask } from '../fixtures/solving.ts';

const BEARER = { origin: SHOP, address: '192.0.2.1' };
const SECRET = 'service-SECRET';

let answer: { status: number; body: string };
let requests: { method: string | undefined; type: string | undefined; body: Record<string, string> }[];
let url: string;

/** Stands for the services: answers what the test says. */
const server = createServer((request, response) => {
  let text = '';
  request.on('data', part => {
    text += part;
  });
  request.on('end', () => {
    const { method, headers } = request;
    requests.push({ method, type: headers['content-type'], body: Object.fromEntries(new URLSearchParams(text)) });
    response.writeHead(answer.status).end(answer.body);
  });
});

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
});
afterAll(() => new Promise(resolve => server.close(resolve)));
beforeEach(() => {
  requests = [];
  says({ success: true });
});

function says(body: unknown, status = 200): void {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

const ALL = [
  ['Turnstile', verifyTurnstile],
  ['hCaptcha', verifyHcaptcha],
  ['reCAPTCHA', verifyRecaptcha],
] as const;

describe.each(ALL)('the check of %s', (_, make) => {
  it('the form has secret, token and address', async () => {
    expect(await make({ secret: SECRET, url })('token of a page', BEARER)).toBe(true);
    const body = { secret: SECRET, response: 'token of a page', remoteip: '192.0.2.1' };
    expect(requests).toEqual([{ method: 'POST', type: 'application/x-www-form-urlencoded', body }]);
  });

  it('the form has no address if there is none', async () => {
    await make({ secret: SECRET, url })('token', { ...BEARER, address: undefined });
    expect(requests[0]?.body).toEqual({ secret: SECRET, response: 'token' });
  });

  it('a token that the service refuses is refused', async () => {
    says({ success: false, 'error-codes': ['timeout-or-duplicate'] });
    expect(await make({ secret: SECRET, url })('token', BEARER)).toBe(false);
  });

  it.each([
    ['refuses the secret', { success: false, 'error-codes': ['invalid-input-secret'] }, 200, 'refuses the secret'],
    ['fails', { success: true }, 500, 'answers 500 without a result'],
    ['answers no JSON', '<html>', 200, 'answers 200 without a result'],
    ['answers endlessly', 'x'.repeat(100_000), 200, 'answers 200 without a result'],
  ])('every token is refused if the service %s, and the log says so', async (_name, body, status, cause) => {
    says(body, status);
    const world = createWorld({ challenge: 'always', verify: make({ secret: SECRET, url }) });
    expect((await ask(world, { solution: 'token' })).status).toBe(503);
    expect(world.lines.at(-1)).toMatchObject({
      event: 'challenge_unchecked',
      fields: { cause: expect.stringContaining(cause) },
    });
    expect(JSON.stringify(world.lines)).not.toContain(SECRET);
  });

  it('a missing secret is an error', () => {
    expect(() => make({ secret: '' })).toThrow('give the secret key of the service');
    expect(() => make(undefined as never)).toThrow('give the secret key of the service');
  });
});

describe('the check of reCAPTCHA', () => {
  const check = (options: object = {}) => verifyRecaptcha({ secret: SECRET, url, ...options })('token', BEARER);

  it('scores are accepted from 0.5 on, or from the given one', async () => {
    says({ success: true, score: 0.5 });
    expect(await check()).toBe(true);
    expect(await check({ minScore: 0.7 })).toBe(false);
    says({ success: true, score: 0.3 });
    expect(await check()).toBe(false);
    expect(await check({ minScore: 0.3 })).toBe(true);
  });

  it('only the given action is accepted', async () => {
    says({ success: true, score: 0.9, action: 'chat' });
    expect(await check({ action: 'chat' })).toBe(true);
    expect(await check({ action: 'login' })).toBe(false);
  });
});
