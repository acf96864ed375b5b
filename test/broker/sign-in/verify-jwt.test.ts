import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBrokerConfig } from '../../../src/broker/config.ts';
import { type JwtOptions, verifyJwt } from '../../../src/broker/sign-in/verify-jwt.ts';
import { createWorld, KEY_1, readError, readGrant, SHOP } from '../fixtures/fake-world.ts';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

const SETTINGS = {
  issuer: 'https://login.example.com/',
  audience: 'chat',
  jwksUrl: 'https://login.example.com/.well-known/jwks.json',
};
const keys: { own: Key; foreign: Key; list: object } = {} as never;

beforeAll(async () => {
  const own = await generateKeyPair('ES256', { extractable: true });
  const foreign = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'j1', alg: 'ES256' };
  Object.assign(keys, { own: own.privateKey, foreign: foreign.privateKey, list: { keys: [jwk] } });
});

/** Address of the keys and how often it was called. */
function createIssuer(answer: () => Response = () => Response.json(keys.list)) {
  const calls: string[] = [];
  const fetch: JwtOptions['fetch'] = async url => {
    calls.push(url);
    return answer();
  };
  return { calls, fetch };
}

const seconds = (): number => Math.floor(Date.now() / 1_000);

function sign(changes: object = {}, { key = keys.own, header = {} }: { key?: Key; header?: object } = {}) {
  const { issuer: iss, audience: aud } = SETTINGS;
  return new SignJWT({ iss, aud, sub: 'anna', exp: seconds() + 300, ...changes })
    .setProtectedHeader({ alg: 'ES256', kid: 'j1', ...header })
    .sign(key);
}

function asked(headers: Record<string, string> = {}): Request {
  return new Request('https://chat.example.com/token', { method: 'POST', headers });
}

const bearing = (token: string): Request => asked({ Authorization: `Bearer ${token}` });

describe('a JWT of the site', () => {
  it('the JWT names the visitor; the keys are fetched once', async () => {
    const { calls, fetch } = createIssuer();
    const authorize = verifyJwt({ ...SETTINGS, fetch });
    expect(await authorize(bearing(await sign()))).toEqual({ subject: 'anna' });
    expect(await authorize(bearing(await sign({ sub: 'bert' })))).toEqual({ subject: 'bert' });
    expect(calls).toEqual([SETTINGS.jwksUrl]);
  });

  it('the JWT may be in a cookie', async () => {
    const authorize = verifyJwt({ ...SETTINGS, cookie: '__Host-session', fetch: createIssuer().fetch });
    const token = await sign();
    expect(await authorize(asked({ Cookie: `other=1; __Host-session=${token}` }))).toEqual({ subject: 'anna' });
    expect(await authorize(bearing(token))).toBe(false);
  });

  it('each of several issuers and audiences is accepted', async () => {
    const { fetch } = createIssuer();
    const authorize = verifyJwt({
      ...SETTINGS,
      issuer: ['https://a.example', SETTINGS.issuer],
      audience: ['x', 'chat'],
      fetch,
    });
    expect(await authorize(bearing(await sign()))).toEqual({ subject: 'anna' });
  });

  it('a clock that differs by a minute does not matter', async () => {
    const authorize = verifyJwt({ ...SETTINGS, fetch: createIssuer().fetch });
    expect(await authorize(bearing(await sign({ exp: seconds() - 50, nbf: seconds() - 400 })))).toEqual({
      subject: 'anna',
    });
    expect(await authorize(bearing(await sign({ nbf: seconds() + 50 })))).toEqual({ subject: 'anna' });
  });

  it.each([
    ['of another issuer', { iss: 'https://evil.test' }],
    ['for another audience', { aud: 'shop' }],
    ['that has expired', { exp: 1_000 }],
    ['that is not good yet', { nbf: 4_000_000_000 }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
  ])('a token %s is refused', async (_, changes) => {
    const authorize = verifyJwt({ ...SETTINGS, required: false, fetch: createIssuer().fetch });
    expect(await authorize(bearing(await sign(changes)))).toBe(false);
  });

  it('a token of another key, of an unknown key, without signature, or with a shared secret is refused', async () => {
    const authorize = verifyJwt({ ...SETTINGS, fetch: createIssuer().fetch });
    const [head = '', body = ''] = (await sign()).split('.');
    const none = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${body}.`;
    const shared = await new SignJWT({ sub: 'anna', iss: SETTINGS.issuer, aud: 'chat', exp: seconds() + 60 })
      .setProtectedHeader({ alg: 'HS256', kid: 'j1' })
      .sign(new TextEncoder().encode(JSON.stringify(keys.list)));
    const unknown = await sign({}, { header: { kid: 'j2' } });
    const forged = await sign({}, { key: keys.foreign });
    for (const token of [none, shared, unknown, forged, `${head}.${body}.AAAA`, 'x', 'a.b.c'])
      expect(await authorize(bearing(token))).toBe(false);
  });

  it('a visitor without a token is refused, unless anonymous ones are wanted', async () => {
    const { fetch } = createIssuer();
    expect(await verifyJwt({ ...SETTINGS, fetch })(asked())).toBe(false);
    expect(await verifyJwt({ ...SETTINGS, fetch, required: false })(asked())).toBe(undefined);
  });

  it.each([
    ['does not answer', () => new Response('', { status: 503 })],
    ['answers something else', () => Response.json({ no: 'keys' })],
  ])('visitors are told to try again if the address of the keys %s', async (_, answer) => {
    const world = createWorld({ authorize: verifyJwt({ ...SETTINGS, fetch: createIssuer(answer).fetch }) });
    const headers = { Origin: SHOP, Authorization: `Bearer ${await sign()}` };
    expect((await readError(world.send('/token', { method: 'POST', headers, body: '{}' }))).status).toBe(503);
    expect(world.lines).toMatchObject([
      { event: 'visitor_unchecked', fields: { mend: expect.stringContaining('NATTER_JWT') } },
    ]);
  });

  it('a valid JWT leads to a token, and no log line contains the JWT', async () => {
    const world = createWorld({ authorize: verifyJwt({ ...SETTINGS, fetch: createIssuer().fetch }) });
    const token = await sign({ sub: 'anna-SECRET' });
    const headers = { Origin: SHOP, Authorization: `Bearer ${token}` };
    await readGrant(world.send('/token', { method: 'POST', headers, body: '{}' }));
    expect(JSON.stringify(world.lines)).not.toContain('SECRET');
    expect(JSON.stringify(world.lines)).not.toContain(token.slice(-20));
  });
});

describe('the settings of verifyJwt', () => {
  it.each([
    [{ issuer: '' }, 'issuer must be'],
    [{ audience: [] }, 'audience must be'],
    [{ jwksUrl: 'http://login.example.com/keys' }, 'jwksUrl must be the https address'],
    [{ cookie: 'a b' }, 'cookie must be'],
    [{ required: 'yes' }, 'required must be true or false'],
    [{ clockTolerance: 301 }, 'clockTolerance must be'],
    [{ fetch: 1 }, 'fetch must be a function'],
  ])('%j is refused by name', (wrong, message) => {
    expect(() => verifyJwt({ ...SETTINGS, ...(wrong as object) })).toThrow(`verifyJwt: ${message}`);
  });

  const ENV = {
    NATTER_PLATFORM_URL: 'https://messaging.example.net',
    NATTER_CONNECTOR_TOKEN: 'token',
    NATTER_HOST: 'shop.example.com',
    NATTER_ALLOWED_ORIGINS: SHOP,
    NATTER_TICKET_KEYS: `k1:${KEY_1}`,
  };

  it('may be variables', () => {
    const config = readBrokerConfig({
      ...ENV,
      NATTER_JWT_ISSUER: SETTINGS.issuer,
      NATTER_JWT_AUDIENCE: 'chat,app',
      NATTER_JWT_KEYS_URL: SETTINGS.jwksUrl,
      NATTER_JWT_COOKIE: 'session',
      NATTER_JWT_REQUIRED: 'off',
    });
    expect(config).toMatchObject({ ok: true, warnings: [], options: { authorize: expect.any(Function) } });
  });

  it('variables that are missing or wrong are named', () => {
    const config = readBrokerConfig({ ...ENV, NATTER_JWT_COOKIE: 'session', NATTER_JWT_REQUIRED: 'maybe' });
    const problems = config.ok ? [] : config.problems.map(({ message }) => message);
    expect(problems).toEqual([
      expect.stringMatching(/^NATTER_JWT_ISSUER: must be/),
      expect.stringMatching(/^NATTER_JWT_AUDIENCE: must be/),
      expect.stringMatching(/^NATTER_JWT_KEYS_URL: must be the https address/),
      'NATTER_JWT_REQUIRED: must be on or off.',
    ]);
  });
});
