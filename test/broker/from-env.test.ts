import { describe, expect, it } from 'vitest';
import { brokerFromEnv } from '../../src/broker/from-env.ts';
import { brokerFromEnv as nodeBrokerFromEnv } from '../../src/broker/node/lazy-node.ts';
import {
  CONNECTOR_TOKEN,
  createWorld,
  KEY_1,
  readError,
  readGrant,
  SHOP,
  tokenRequest,
} from './fixtures/fake-world.ts';

const ENVIRONMENT = {
  NATTER_PLATFORM_URL: 'https://messaging.example.net',
  NATTER_CONNECTOR_TOKEN: CONNECTOR_TOKEN,
  NATTER_HOST: 'shop.example.com',
  NATTER_ALLOWED_ORIGINS: SHOP,
  NATTER_TICKET_KEYS: `k1:${KEY_1}`,
};

/** The ports of a fake environment, and everything written to its log. */
function world() {
  const { options, lines, calls } = createWorld();
  const { fetch, now, random, delay, log } = options;
  return { lines, calls, ports: { fetch, now, random, delay, log } as typeof options };
}

function requestAt(path: string, headers: Record<string, string> = {}): Request {
  const url = `https://shop.example.com${path}`;
  return new Request(url, { method: 'POST', body: '{}', headers: { Origin: SHOP, ...headers } });
}

describe('a broker from the environment', () => {
  it('the environment is read on the first request, and not before', async () => {
    const { ports, calls } = world();
    const env: Record<string, string> = {};
    const broker = brokerFromEnv(env, ports);
    Object.assign(env, ENVIRONMENT);
    expect((await readGrant(broker.fetch(tokenRequest(), { address: '192.0.2.1' }))).token_type).toBe('Bearer');
    expect(calls[0]?.headers.get('X-Token')).toBe(CONNECTOR_TOKEN);
  });

  it('the broker answers below the base path of its options', async () => {
    const broker = brokerFromEnv(ENVIRONMENT, { ...world().ports, basePath: '/api/chat' });
    expect((await broker.fetch(requestAt('/api/chat/token'))).status).toBe(200);
    expect((await broker.fetch(requestAt('/token'))).status).toBe(404);
  });

  it('rate limits are shared through Redis under Node, and elsewhere a warning says that they are not', async () => {
    const env = { ...ENVIRONMENT, NATTER_REDIS_URL: 'redis://127.0.0.1:1' };
    const [node, web] = [world(), world()];
    await readGrant(nodeBrokerFromEnv(env, node.ports).fetch(tokenRequest(), { address: '192.0.2.1' }));
    expect(node.lines.map(({ event }) => event)).toContain('redis_unavailable');
    await readGrant(brokerFromEnv(env, web.ports).fetch(tokenRequest(), { address: '192.0.2.1' }));
    expect(web.lines[0]).toMatchObject({ event: 'config_warning', fields: { variable: 'NATTER_REDIS_URL' } });
  });

  it('a missing or wrong variable makes every answer a 500 and is named in one log line', async () => {
    const { ports, lines } = world();
    const { NATTER_HOST: _, ...rest } = ENVIRONMENT;
    const broker = brokerFromEnv({ ...rest, NATTER_PLATFORM_URL: 'nowhere' }, ports);
    const answers = await Promise.all([broker.fetch(tokenRequest()), broker.fetch(tokenRequest())]);
    expect(await readError(answers[0] as Response)).toMatchObject({ status: 500, code: 'not_configured' });
    expect(answers[1]?.status).toBe(500);
    expect(lines).toEqual([
      {
        level: 'error',
        event: 'not_configured',
        fields: {
          variables: 'NATTER_PLATFORM_URL, NATTER_HOST',
          message: expect.stringMatching(/^NATTER_PLATFORM_URL: must be .* NATTER_HOST is missing\. It must be /),
        },
      },
    ]);
  });

  it('the broker ignores variables of its host: port, log level, and bindings that are not texts', async () => {
    const { ports, lines } = world();
    const env = { ...ENVIRONMENT, PORT: '\\\\.\\pipe\\site', LOG_LEVEL: 'loud', NATTER_KV: { get() {} }, DB: {} };
    expect((await brokerFromEnv(env, ports).fetch(tokenRequest(), { address: '192.0.2.1' })).status).toBe(200);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('the broker answers nothing while Node accepts any certificate', async () => {
    const { ports, calls, lines } = world();
    const broker = brokerFromEnv({ ...ENVIRONMENT, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, ports);
    expect((await broker.fetch(tokenRequest())).status).toBe(500);
    expect(lines[0]?.fields.variables).toBe('NODE_TLS_REJECT_UNAUTHORIZED');
    expect(calls).toEqual([]);
  });

  it('an unknown variable causes a warning', async () => {
    const { ports, lines } = world();
    await brokerFromEnv({ ...ENVIRONMENT, NATTER_ORIGINS: 'x' }, ports).fetch(tokenRequest(), { address: '192.0.2.1' });
    expect(lines[0]).toMatchObject({ event: 'config_warning', fields: { variable: 'NATTER_ORIGINS' } });
  });

  it.each([
    ['the last entry, behind one proxy', '1', ['192.0.2.1', '192.0.2.2']],
    ['the last entry but one, behind two', '2', ['192.0.2.1, 198.51.100.1', '192.0.2.2, 198.51.100.1']],
  ])('clients are counted by %s', async (_, hops, [one = '', other = '']) => {
    const env = { ...ENVIRONMENT, NATTER_TRUST_PROXY: hops, NATTER_RATE_LIMIT: '1' };
    const broker = brokerFromEnv(env, world().ports);
    const statusFor = async (forwarded: string) =>
      (await broker.fetch(requestAt('/token', { 'X-Forwarded-For': forwarded }), { address: '10.0.0.1' })).status;
    expect(await statusFor(one)).toBe(200);
    expect(await statusFor(one)).toBe(429);
    expect(await statusFor(other)).toBe(200);
  });

  it('a wrong option throws at once', () => {
    expect(() => brokerFromEnv({}, { basePath: 'api/chat' })).toThrow(/option basePath must be a path/);
  });

  it('probes are offered only under Node', async () => {
    const grantOf = (from: typeof brokerFromEnv) =>
      readGrant(from(ENVIRONMENT, world().ports).fetch(tokenRequest(), { address: '192.0.2.1' }));
    expect((await grantOf(brokerFromEnv)).features).toEqual(['revoke']);
    expect((await grantOf(nodeBrokerFromEnv)).features).toEqual(['probe', 'revoke']);
  });
});
