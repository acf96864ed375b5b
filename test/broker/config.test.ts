import { describe, expect, it } from 'vitest';
import { type BrokerConfigResult, type Environment, readBrokerConfig } from '../../src/broker/config.ts';
import { createBroker } from '../../src/broker/handler.ts';
import { KEY_1, KEY_2, SHOP, tokenRequest } from './fixtures/fake-world.ts';

const GOOD: Environment = {
  NATTER_PLATFORM_URL: 'https://messaging.example.net',
  NATTER_CONNECTOR_TOKEN: 'connector-SECRET',
  NATTER_HOST: 'shop.example.com',
  NATTER_ALLOWED_ORIGINS: `${SHOP}, https://*.example.org,`,
  NATTER_TICKET_KEYS: `k2:${KEY_2},k1:${KEY_1}`,
};

function problems(result: BrokerConfigResult): string[] {
  return result.ok ? [] : result.problems.map(problem => problem.message);
}

describe('the environment', () => {
  it('a Node that accepts any certificate is refused, with what to set instead', () => {
    expect(readBrokerConfig({ ...GOOD, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatchObject({
      ok: false,
      problems: [{ variable: 'NODE_TLS_REJECT_UNAUTHORIZED', message: expect.stringContaining('NODE_EXTRA_CA_CERTS') }],
    });
    expect(readBrokerConfig({ ...GOOD, NODE_TLS_REJECT_UNAUTHORIZED: '1' }).ok).toBe(true);
  });

  it('five variables are enough, and the rest has defaults', () => {
    expect(readBrokerConfig(GOOD)).toEqual({
      ok: true,
      options: {
        platformUrl: 'https://messaging.example.net',
        connectorToken: 'connector-SECRET',
        host: 'shop.example.com',
        allowedOrigins: [SHOP, 'https://*.example.org'],
        ticketKeys: [
          { kid: 'k2', key: KEY_2 },
          { kid: 'k1', key: KEY_1 },
        ],
      },
      check: true,
      drainSeconds: 5,
      maxInFlight: 1_000,
      port: 4000,
      trustedProxies: 0,
      logLevel: 'info',
      warnings: [],
    });
  });

  it('every variable is read', () => {
    const env = {
      ...GOOD,
      NATTER_DIALECT: 'poly',
      NATTER_RATE_LIMIT: '120',
      NATTER_RATE_LIMIT_NETWORK: '700',
      NATTER_RATE_LIMIT_ORIGIN: '800',
      NATTER_RATE_LIMIT_TOTAL: '900',
      NATTER_CHALLENGE: 'auto',
      NATTER_CHALLENGE_DIFFICULTY: '20000',
      PORT: '8080',
      HOST: '127.0.0.1',
      NATTER_BASE_PATH: '/api/chat',
      NATTER_CHECK: 'off',
      NATTER_TRUST_PROXY: '2',
      NATTER_MAX_INFLIGHT: '50',
      NATTER_REDIS_URL: 'redis://redis.example.com:6379/1',
      NATTER_METRICS_TOKEN: 'metrics-token-0123456789',
      LOG_LEVEL: 'WARN',
    };
    expect(readBrokerConfig(env)).toMatchObject({
      ok: true,
      options: {
        dialect: 'poly',
        rateLimit: 120,
        rateLimitNetwork: 700,
        rateLimitOrigin: 800,
        rateLimitTotal: 900,
        challenge: 'auto',
        challengeDifficulty: 20_000,
        basePath: '/api/chat',
      },
      port: 8080,
      listenHost: '127.0.0.1',
      check: false,
      trustedProxies: 2,
      maxInFlight: 50,
      redisUrl: 'redis://redis.example.com:6379/1',
      metricsToken: 'metrics-token-0123456789',
      logLevel: 'warn',
      warnings: [],
    });
  });

  it('trusted proxies are a number, or a list of addresses and networks', () => {
    const read = (text: string) => {
      const config = readBrokerConfig({ ...GOOD, NATTER_TRUST_PROXY: text });
      return config.ok ? config.trustedProxies : config.problems;
    };
    expect(read('2')).toBe(2);
    expect(read('10.0.0.0/8, fd00::/8,')).toEqual(['10.0.0.0/8', 'fd00::/8']);
    expect(read('10.0.0.0/SECRET')).toEqual([
      { variable: 'NATTER_TRUST_PROXY', message: expect.stringMatching(/0 to 32, or .*10\.0\.0\.0\/8/) },
    ]);
  });

  it('createBroker accepts the settings that were read from the environment', async () => {
    const config = readBrokerConfig(GOOD);
    expect(config.ok).toBe(true);
    if (!config.ok) return;
    const broker = createBroker({
      ...config.options,
      fetch: () => Promise.resolve(Response.json({ access_token: 'a' })),
    });
    const response = await broker.fetch(tokenRequest({}, 'https://a.example.org'), { address: '192.0.2.1' });
    expect(response.status).toBe(200);
  });

  it('an empty environment names all five at once, each with its form', () => {
    const messages = problems(readBrokerConfig({}));
    expect(messages).toEqual([
      expect.stringMatching(/^NATTER_PLATFORM_URL is missing\. It must be .*https:\/\/messaging\.example\.com/),
      expect.stringMatching(/^NATTER_CONNECTOR_TOKEN is missing\. It must be /),
      expect.stringMatching(/^NATTER_HOST is missing\. It must be a bare host name/),
      expect.stringMatching(/^NATTER_ALLOWED_ORIGINS is missing\. It must be .*https:\/\/\*\.example\.com/),
      expect.stringMatching(/^NATTER_TICKET_KEYS is missing\. It must be .*kid:key.*make one with: node /),
    ]);
  });

  it('an empty variable counts as missing, or as its default', () => {
    const empty = Object.fromEntries(Object.keys(GOOD).map(variable => [variable, ' ']));
    expect(problems(readBrokerConfig(empty))).toEqual(problems(readBrokerConfig({})));
    expect(readBrokerConfig({ ...GOOD, PORT: '', NATTER_REDIS_URL: '', LOG_LEVEL: '' })).toEqual(
      readBrokerConfig(GOOD),
    );
  });

  it.each([
    ['NATTER_PLATFORM_URL', 'http://messaging-SECRET.example.net', /https address/],
    ['NATTER_PLATFORM_URL', 'messaging-SECRET.example.net', /https address/],
    ['NATTER_PLATFORM_URL', 'https://user:SECRET@messaging.example.net', /without user name/],
    ['NATTER_PLATFORM_URL', 'https://messaging.example.net?key=SECRET', /query/],
    ['NATTER_PLATFORM_URL', 'https://SECRET.example.net:99999', /https address/],
    ['NATTER_CONNECTOR_TOKEN', 'SECRET token', /without spaces/],
    ['NATTER_CONNECTOR_TOKEN', 'SECRETö', /visible characters/],
    ['NATTER_HOST', 'https://SECRET.example.com', /without scheme/],
    ['NATTER_HOST', 'SECRET.example.com:8080', /port/],
    ['NATTER_HOST', 'SECRET.example.com/chat', /path/],
    ['NATTER_ALLOWED_ORIGINS', `${SHOP},SECRET.example.com`, /entry 2 must be an origin like/],
    ['NATTER_ALLOWED_ORIGINS', `${SHOP},,${SHOP}`, /entry 2 must be an origin like/],
    ['NATTER_ALLOWED_ORIGINS', '*', /entry 1 must be an origin like/],
    ['NATTER_ALLOWED_ORIGINS', 'null', /entry 1 must be an origin like/],
    ['NATTER_TICKET_KEYS', `k1:${KEY_1},k2:SECRET`, /entry 2 must have a key of exactly 32 bytes/],
    ['NATTER_TICKET_KEYS', KEY_1, /entry 1 must have a kid/],
    ['NATTER_TICKET_KEYS', `:${KEY_1}`, /entry 1 must have a kid/],
    ['NATTER_TICKET_KEYS', `k1:${KEY_1},k1:${KEY_2}`, /entry 2 must have a kid of its own/],
    ['NATTER_TICKET_KEYS', `k1:${KEY_1}=`, /43 characters/],
    ['NATTER_DIALECT', 'SECRET', /service or poly/],
    ['NATTER_RATE_LIMIT', '0', /whole number from 1/],
    ['NATTER_RATE_LIMIT', '6e1', /whole number from 1/],
    ['NATTER_RATE_LIMIT', 'SECRET', /whole number from 1/],
    ['HOST', 'SECRET host', /address or a name/],
    ['NATTER_BASE_PATH', 'SECRET', /a path of letters/],
    ['NATTER_PLATFORM_CA', 'SECRET', /in PEM/],
    ['NATTER_PLATFORM_PROXY', 'socks://SECRET', /an HTTP proxy/],
    ['NATTER_CHECK', 'SECRET', /on or off/],
    ['NATTER_METRICS_TOKEN', 'SECRET', /at least 16/],
    ['NATTER_REDIS_URL', 'SECRET.example.com:6379', /like redis:/],
    ['NATTER_TRUST_PROXY', 'true', /whole number of proxies from 0/],
    ['NATTER_TRUST_PROXY', '-1', /whole number of proxies from 0/],
    ['PORT', '65536', /whole number from 0 to 65535/],
    ['PORT', '0x0FA0', /whole number from 0 to 65535/],
    ['PORT', '40SECRET', /whole number from 0 to 65535/],
    ['LOG_LEVEL', 'SECRET', /one of trace, debug, info/],
  ])('%s = %s is the one problem, named with its form and not quoted', (variable, value, form) => {
    const result = readBrokerConfig({ ...GOOD, [variable]: value });
    expect(result).toMatchObject({ ok: false, problems: [{ variable, message: expect.stringMatching(form) }] });
    const [message = ''] = problems(result);
    expect(message).toMatch(new RegExp(`^${variable}`));
    expect(message).not.toMatch(/SECRET|AAAA|BBBB/);
  });

  it('certificate and key of the broker belong together', () => {
    const pem = '-----BEGIN CERTIFICATE-----\nSECRET\n-----END CERTIFICATE-----';
    expect(problems(readBrokerConfig({ ...GOOD, NATTER_PLATFORM_CERT: pem }))).toEqual([
      'NATTER_PLATFORM_KEY is missing. Certificate and key belong together.',
    ]);
    expect(readBrokerConfig({ ...GOOD, NATTER_PLATFORM_CERT: pem, NATTER_PLATFORM_KEY: pem })).toMatchObject({
      ok: true,
      platformNetwork: { cert: pem, key: pem },
    });
  });

  it('all problems come at once', () => {
    const env = {
      ...GOOD,
      NATTER_HOST: 'https://x',
      NATTER_TICKET_KEYS: undefined,
      PORT: 'x',
      LOG_LEVEL: 'x',
      NATTER_TRUST_PROXY: 'x',
    };
    const result = readBrokerConfig(env);
    const named = result.ok ? [] : result.problems.map(problem => problem.variable);
    expect(named).toEqual(['NATTER_HOST', 'NATTER_TICKET_KEYS', 'PORT', 'NATTER_TRUST_PROXY', 'LOG_LEVEL']);
  });

  it('the platform may be on this machine over http', () => {
    expect(readBrokerConfig({ ...GOOD, NATTER_PLATFORM_URL: 'http://localhost:4100' }).ok).toBe(true);
  });

  it('secrets of the webhook and the rules for a banner are read, or refused by name', () => {
    const secrets = ['whsec_newer-0123456789', 'whsec_older-0123456789'];
    const alerts = { NATTER_WEBHOOK_SECRETS: secrets.join(', '), NATTER_STATUS_BANNER: '2' };
    expect(readBrokerConfig({ ...GOOD, ...alerts })).toMatchObject({
      options: { webhookSecrets: secrets, statusBanner: 2 },
      warnings: [],
    });
    const wrong = readBrokerConfig({ ...GOOD, NATTER_WEBHOOK_SECRETS: 'SECRET', NATTER_STATUS_BANNER: '0' });
    expect(wrong).toMatchObject({
      problems: [{ variable: 'NATTER_WEBHOOK_SECRETS' }, { variable: 'NATTER_STATUS_BANNER' }],
    });
    expect(JSON.stringify(wrong)).not.toContain('"SECRET');
  });

  it('calls need address, token and countries together; numbers need address and key', () => {
    const outbound = { NATTER_OUTBOUND_URL: 'https://api.example.net', NATTER_OUTBOUND_TOKEN: 'outbound-SECRET' };
    const problems = (env: object) => {
      const config = readBrokerConfig({ ...GOOD, ...env });
      return config.ok ? config.options : config.problems.map(({ variable }) => variable);
    };
    expect(problems(outbound)).toEqual(['NATTER_CALL_COUNTRIES']);
    expect(problems({ NATTER_DNI_API_KEY: 'dni-SECRET' })).toEqual(['NATTER_DNI_URL']);
    expect(problems({ ...outbound, NATTER_CALL_COUNTRIES: 'GB,Ireland' })).toEqual(['NATTER_CALL_COUNTRIES']);
    expect(problems({ ...outbound, NATTER_CALL_COUNTRIES: 'GB, IE', NATTER_CALLS_PER_HOUR: '2' })).toMatchObject({
      callCountries: ['GB', 'IE'],
      callsPerHour: 2,
    });
  });

  it('a misspelt variable causes a warning; variables of the demo and of other programs do not', () => {
    const env = {
      ...GOOD,
      NATTER_ALLOWED_ORIGIN: SHOP,
      NATTER_DEMO_PORT: '1',
      NATTER_EMULATOR_PORT: '2',
      NATTER_BUILDER_PORT: '3',
      HOME: '/root',
    };
    const { warnings } = readBrokerConfig(env);
    expect(warnings.map(warning => warning.variable)).toEqual(['NATTER_ALLOWED_ORIGIN']);
    expect(warnings[0]?.message).toMatch(/Check its spelling/);
  });

  it('a port that browsers refuse causes only a warning, because a proxy may have another port', () => {
    const message =
      'PORT: browsers and fetch refuse to call 6000. Choose another one, unless a proxy stands in front, at a port of its own.';
    expect(readBrokerConfig({ ...GOOD, PORT: '6000' })).toMatchObject({
      ok: true,
      port: 6000,
      warnings: [{ variable: 'PORT', message }],
    });
    expect(readBrokerConfig({ ...GOOD, PORT: '0' })).toMatchObject({ ok: true, warnings: [] });
  });

  it('a wildcard below which anyone can have a site causes a warning', () => {
    const origins = `${SHOP},https://*.co.uk,https://*.example.co.uk`;
    const [warning, ...others] = readBrokerConfig({ ...GOOD, NATTER_ALLOWED_ORIGINS: origins }).warnings;
    expect(others).toEqual([]);
    expect(warning).toMatchObject({
      variable: 'NATTER_ALLOWED_ORIGINS',
      message: expect.stringMatching(/entry 2 allows/),
    });
  });

  it('a certificate with the line ends of Windows is accepted', () => {
    const ca = '-----BEGIN CERTIFICATE-----\r\nSECRET\r\n-----END CERTIFICATE-----\r\n';
    expect(readBrokerConfig({ ...GOOD, NATTER_PLATFORM_CA: ca }).ok).toBe(true);
  });

  it('warnings are returned together with problems', () => {
    expect(readBrokerConfig({ NATTER_ORIGIN: 'https://SECRET' })).toMatchObject({
      ok: false,
      warnings: [{ variable: 'NATTER_ORIGIN' }],
    });
  });
});
