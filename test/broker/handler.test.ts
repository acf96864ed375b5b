import { describe, expect, it } from 'vitest';
import { createBroker } from '../../src/broker/handler.ts';
import { checkOptions } from '../../src/broker/options.ts';
import { ACCESS_TOKEN, createWorld, readError, readGrant, refused, SHOP, tokenRequest } from './fixtures/fake-world.ts';

/** Keeps Node's fetch off the network. */
const NOWHERE: object = {
  dispatcher: {
    dispatch() {
      throw new Error('nowhere');
    },
  },
};

function cors(response: Response): Record<string, string> {
  return Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')));
}

describe('access to the broker', () => {
  it.each([
    ['a foreign origin', 'https://evil.test'],
    ['the origin null', 'null'],
    ['a name that ends alike', 'https://evil-shop.example.com'],
  ])('%s is refused with an error that its page can read, without a call to the platform', async (_, origin) => {
    const world = createWorld();
    const response = await world.post({}, { origin });
    expect(cors(response)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
    });
    expect(response.headers.get('Vary')).toBe('Origin');
    const error = await readError(response);
    expect(error).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(error.message).toContain('NATTER_ALLOWED_ORIGINS');
    expect(world.calls.length).toBe(0);
  });

  it('a request without Origin is refused with a reason', async () => {
    const error = await readError(createWorld().post({}, { origin: null }));
    expect(error).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(error.message).toMatch(/no Origin header/);
  });

  it('the log tells the operator which origin was refused and where to add it', async () => {
    const world = createWorld();
    await world.post({}, { origin: 'https://new-shop.example.com' });
    expect(world.lines).toEqual([
      {
        level: 'warn',
        event: 'origin_refused',
        fields: { origin: 'https://new-shop.example.com', mend: expect.stringContaining('NATTER_ALLOWED_ORIGINS') },
      },
    ]);
  });

  it('an allowed origin can read the answer, alone and without credentials', async () => {
    const response = await createWorld().post({});
    expect(cors(response)).toEqual({
      'access-control-allow-origin': SHOP,
      'access-control-expose-headers': 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
    });
    expect(response.headers.get('Vary')).toBe('Origin');
  });

  it('errors are readable for an allowed origin too', async () => {
    const world = createWorld({ rateLimit: 3 });
    world.answers.push(refused(401, 'Connector token does not exist'), refused(429, 'slow', { 'Retry-After': '9' }));
    const responses = [
      await world.post({}),
      await world.post({}),
      await world.post('{'),
      await world.post({}),
      await world.send('/token', { headers: { Origin: SHOP } }),
      await world.send('/nowhere', { headers: { Origin: SHOP } }),
    ];
    expect(responses.map(response => response.status)).toEqual([502, 503, 400, 429, 404, 404]);
    for (const response of responses) {
      expect(cors(response)).toEqual({
        'access-control-allow-origin': SHOP,
        'access-control-expose-headers': 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
      });
    }
  });

  it('a preflight of an allowed origin lists the allowed methods and headers', async () => {
    const world = createWorld();
    const response = await world.send('/token', {
      method: 'OPTIONS',
      headers: {
        Origin: SHOP,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(cors(response)).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '7200',
    });
    expect(response.headers.get('Vary')).toBe('Origin');
  });

  it('a preflight to /health is answered with its own method', async () => {
    const response = await createWorld().send('/health', { method: 'OPTIONS', headers: { Origin: SHOP } });
    expect([response.status, response.headers.get('Access-Control-Allow-Methods')]).toEqual([204, 'GET']);
  });

  it('a preflight of a foreign origin gets the same answer, because the page must be able to read the refusal', async () => {
    const world = createWorld();
    const response = await world.send('/token', { method: 'OPTIONS', headers: { Origin: 'https://evil.test' } });
    expect(response.status).toBe(204);
    expect(cors(response)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    });
    expect(world.lines).toEqual([]);
  });

  it('a foreign page can read only errors', async () => {
    const response = await createWorld().send('/health', { headers: { Origin: 'https://evil.test' } });
    expect(response.status).toBe(200);
    expect(cors(response)).toEqual({});
  });
});

describe('how often', () => {
  it('the 61st request of a minute from one address is refused with a Retry-After', async () => {
    const world = createWorld();
    for (let count = 1; count <= 60; count += 1) await readGrant(world.post({}));
    const error = await readError(world.post({}));
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', header: String(error.retryAfter) });
    expect(error.retryAfter).toBeGreaterThanOrEqual(1);
    expect(error.retryAfter).toBeLessThanOrEqual(61);
    expect(world.calls.length).toBe(60);
    await readGrant(world.post({}, { address: '192.0.2.2' }));
  });

  it('a used-up allowance is restored a minute later, and the log names the fix', async () => {
    const world = createWorld({ rateLimit: 1 });
    await readGrant(world.post({}));
    world.clock.now += 59_700;
    expect(await readError(world.post({}))).toMatchObject({ status: 429, retryAfter: 1, header: '1' });
    expect(world.lines.at(-1)).toEqual({
      level: 'warn',
      event: 'rate_limited',
      fields: {
        path: '/token',
        ceiling: 'address',
        retryAfter: 1,
        mend: expect.stringMatching(/NATTER_TRUST_PROXY.*NATTER_RATE_LIMIT/),
      },
    });
    world.clock.now += 400;
    await readGrant(world.post({}));
  });

  it('resuming counts like a new token', async () => {
    const world = createWorld({ rateLimit: 2 });
    const { resume_ticket } = await readGrant(world.post({}));
    await readGrant(world.post({ resume_ticket }));
    expect((await world.post({ resume_ticket })).status).toBe(429);
  });

  it('a foreign page cannot use up the allowance of its visitors', async () => {
    const world = createWorld({ rateLimit: 1 });
    for (let count = 0; count < 5; count += 1) await world.post({}, { origin: 'https://evil.test' });
    expect((await world.post({})).status).toBe(200);
  });

  it('IPv6 addresses of one /64 share their allowance, those of another do not', async () => {
    const world = createWorld({ rateLimit: 1 });
    expect((await world.post({}, { address: '2001:db8:0:1::1' })).status).toBe(200);
    expect((await world.post({}, { address: '2001:db8:0:1:ffff:ffff:ffff:ffff' })).status).toBe(429);
    expect((await world.post({}, { address: '2001:db8:0:2::1' })).status).toBe(200);
  });

  it('requests without an address share one allowance, and the log says once how to fix it', async () => {
    const world = createWorld({ rateLimit: 2 });
    const ask = () =>
      world.broker.fetch(new Request('https://chat.example.com/token', { method: 'POST', headers: { Origin: SHOP } }));
    const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
    expect(statuses).toEqual([200, 200, 429]);
    expect(world.lines.filter(line => line.event === 'address_unknown').map(line => line.fields.mend)).toEqual([
      expect.stringContaining('fetch(request, { address })'),
    ]);
  });

  it.each([
    ['null, as Headers.get answers it,', null],
    ['an object, as some runtimes have it,', { address: '192.0.2.1' }],
    ['a number', 3_221_225_985],
  ])('an address that is %s counts as missing', async (_, address) => {
    const world = createWorld({ rateLimit: 1 });
    const ask = () =>
      Reflect.apply(world.broker.fetch, world.broker, [tokenRequest(), { address }]) as Promise<Response>;
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    expect(world.lines.map(line => line.event)).toContain('address_unknown');
  });
});

describe('the other addresses', () => {
  it('GET /health is open to everyone', async () => {
    const response = await createWorld().send('/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
    expect((await createWorld().send('/health', { method: 'HEAD' })).status).toBe(200);
  });

  it.each(['/', '/probe', '/chat', '/call-me/a/b', '/webhooks', '/token/', '/Token'])('%s is not found', async path => {
    expect(await readError(createWorld().send(path))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each([
    ['POST', '/chat/create'],
    ['PUT', '/chat/close'],
    ['POST', '/call-me'],
    ['GET', '/call-me/OUT-1'],
    ['POST', '/call-us'],
    ['POST', '/webhooks/alerts'],
    ['GET', '/status'],
    ['GET', '/metrics'],
  ])('%s %s is not configured, below a base path as well', async (method, path) => {
    for (const basePath of ['', '/help/api']) {
      const asked = createWorld({ basePath }).send(basePath + path, { method, headers: { Origin: SHOP } });
      expect((await asked).headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
      expect(await readError(asked)).toMatchObject({ status: 404, code: 'not_configured' });
    }
  });

  it.each([
    ['GET', '/token', 'POST, OPTIONS'],
    ['PUT', '/token', 'POST, OPTIONS'],
    ['DELETE', '/token', 'POST, OPTIONS'],
    ['PURGE', '/probe', 'POST, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
  ])('%s %s is not found, and Allow lists the methods', async (method, path, allow) => {
    const response = await createWorld().send(path, { method, headers: { Origin: SHOP } });
    expect(response.headers.get('Allow')).toBe(allow);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    const error = await readError(response);
    expect(error).toMatchObject({ status: 404, code: 'not_found' });
    expect(error.message).toContain(`${method} is not answered at ${path}. Use ${allow.split(',')[0]}.`);
  });

  it('a malformed method is not quoted', async () => {
    const { message } = await readError(createWorld().send('/token', { method: 'SECRET-0123456789' }));
    expect(message).toBe('This method is not answered at /token. Use POST.');
  });

  it.each(['/', '/help/token', '/token/', '/%zz'])(
    'a page of any origin may call %s, and can read the error',
    async path => {
      const world = createWorld();
      for (const [origin, reader] of [
        [SHOP, SHOP],
        ['https://evil.test', '*'],
      ]) {
        const asking = await world.send(path, {
          method: 'OPTIONS',
          headers: {
            Origin: `${origin}`,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'content-type',
          },
        });
        expect(asking.status).toBe(204);
        expect(asking.headers.get('Access-Control-Allow-Origin')).toBe(reader);
        expect(asking.headers.get('Access-Control-Allow-Methods')).toBe('GET, POST');
        expect(asking.headers.get('Access-Control-Allow-Headers')).toBe('content-type');
        const answer = await world.send(path, { method: 'POST', headers: { Origin: `${origin}` }, body: '{}' });
        expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(reader);
        const error = await readError(answer);
        expect(error).toMatchObject({ status: 404, code: 'not_found' });
        expect(error.message).toContain('POST /token');
      }
      expect(world.calls.length).toBe(0);
      expect(world.lines).toEqual([]);
    },
  );

  it.each(['/api/chat', '/api/chat/'])(
    'with the base path %s all endpoints are below it, and none elsewhere',
    async basePath => {
      const world = createWorld({ basePath });
      const page = { method: 'POST', headers: { Origin: SHOP }, body: '{}' };
      expect((await readGrant(world.send('/api/chat/token', page))).access_token).toBe(ACCESS_TOKEN);
      expect((await world.send('/api/chat/health')).status).toBe(200);
      expect((await world.send('/api/chat/token', { ...page, method: 'OPTIONS', body: null })).status).toBe(204);
      const wrong = await readError(world.send('/api/chat/token', { method: 'PUT' }));
      expect(wrong.message).toBe('PUT is not answered at /api/chat/token. Use POST.');
      for (const path of ['/token', '/api/chat', '/api/chats/token', '/api/chat/x/token', '/web/page/status']) {
        const response = await world.send(path, page);
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
        const { status, code, message } = await readError(response);
        expect([status, code]).toEqual([404, 'not_found']);
        expect(message).toContain(
          'POST /api/chat/token, POST /api/chat/revoke, GET /api/chat/health and GET /api/chat/ready',
        );
      }
    },
  );

  it('a request below a path that the broker does not know is told how to fix it', async () => {
    const world = createWorld();
    for (const path of ['/api/chat/token', '/api/chat/probe', '/api/chat/health'])
      expect((await readError(world.send(path))).message).toMatch(/mounted below \/api\/chat, .*option basePath/);
    for (const path of ['/token/', '/nowhere', '/<b>/token'])
      expect((await readError(world.send(path))).message).not.toContain('basePath');
  });

  it('no answer is stored, sniffed or framed', async () => {
    const world = createWorld({ rateLimit: 1 });
    const responses = [
      await world.post({}),
      await world.post({}),
      await world.post({}, { origin: null }),
      await world.send('/health'),
      await world.send('/nowhere'),
      await world.send('/token', { method: 'OPTIONS', headers: { Origin: SHOP } }),
    ];
    for (const { headers } of responses) {
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('Vary')).toBe('Origin');
    }
  });
});

describe('createBroker', () => {
  it('names every wrong option and the form it must have', () => {
    const { options } = createWorld();
    const wrong = {
      ...options,
      platformUrl: 'http://messaging.example.net',
      host: 'https://x',
      allowedOrigins: [],
      rateLimit: 0,
    };
    expect(() => createBroker(wrong)).toThrow(TypeError);
    expect(() => createBroker(wrong)).toThrow(
      /option platformUrl must be .*https.*\n.*option host must be .*bare host name.*\n.*option allowedOrigins must be .*\n.*option rateLimit must be a whole number/,
    );
  });

  it.each([
    ['platformUrl', { platformUrl: 'https://user:pass-SECRET@messaging.example.net' }],
    ['platformUrl', { platformUrl: 'https://messaging.example.net/?key=SECRET' }],
    ['connectorToken', { connectorToken: 'SECRET\nwith a line break' }],
    ['connectorToken', { connectorToken: '' }],
    ['host', { host: 'SECRET.example.com:443' }],
    ['allowedOrigins', { allowedOrigins: [SHOP, 'SECRET'] }],
    ['allowedOrigins', { allowedOrigins: ['null'] }],
    ['ticketKeys', { ticketKeys: [] }],
    ['ticketKeys', { ticketKeys: [{ kid: 'k1', key: 'SECRET' }] }],
    ['ticketKeys', { ticketKeys: [{ kid: 'k1', key: new Uint8Array(16) }] }],
    ['ticketKeys', { ticketKeys: [{ kid: 'SECRET key', key: new Uint8Array(32) }] }],
    ['ticketKeys', { ticketKeys: [{ kid: 'k'.repeat(65), key: new Uint8Array(32) }] }],
    ['ticketKeys', { ticketKeys: [{ kid: 'k1', key: 'A'.repeat(42) }] }],
    ['ticketKeys', { ticketKeys: [{ kid: 'k1', key: 'A'.repeat(44) }] }],
    ['host', { host: 'a'.repeat(254) }],
    ['rateLimit', { rateLimit: 1.5 }],
    ['rateLimit', { rateLimit: 1_000_001 }],
  ])('a wrong %s is refused without quoting it', (option, wrong) => {
    const { options } = createWorld();
    expect(() => createBroker({ ...options, ...wrong })).toThrow(`createBroker: option ${option} `);
    expect(() => createBroker({ ...options, ...wrong })).not.toThrow(/SECRET/);
  });

  it.each([[[]], [[null]], [['https://messaging.example.com']]])(
    'createBroker(%j) names the options that it needs',
    given => {
      const needed = ['platformUrl', 'connectorToken', 'host', 'allowedOrigins', 'ticketKeys'];
      const lines = needed.map(option => `createBroker: option ${option} must be .*`);
      const call = () => Reflect.apply(createBroker, undefined, given);
      expect(call).toThrow(TypeError);
      expect(call).toThrow(new RegExp(`^${lines.join('\n')}$`));
    },
  );

  it('an unknown option is refused by name, with the valid names', () => {
    const { allowedOrigins, ...options } = createWorld().options;
    const call = () => Reflect.apply(createBroker, undefined, [{ ...options, allowedOrigin: ['SECRET'] }]);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(
      /option allowedOrigins must be .*\n.*there is no option allowedOrigin; .* allowedOrigins, dialect, connectors, ticketKeys/,
    );
    expect(call).not.toThrow(/SECRET/);
    const misplaced = { ...options, allowedOrigins, [`${'SECRET'.repeat(9)}`]: 1 };
    expect(() => createBroker(misplaced)).toThrow('there is no option of such a name');
    expect(() => createBroker(misplaced)).not.toThrow(/SECRET/);
    expect(typeof createBroker({ ...options, allowedOrigins, ...{ nothing: undefined } }).fetch).toBe('function');
  });

  it.each([
    ['handshake', true, 'a function'],
    ['fetch', 'SECRET', 'a function'],
    ['basePath', 'SECRET/chat', 'a path of'],
    ['basePath', '/SECRET/*', 'a path of'],
    ['now', 1, 'a function'],
    ['log', console.log, 'an object with the functions info, warn and error'],
    ['log', { info() {}, warn() {} }, 'an object with the functions info, warn and error'],
  ])('an unusable %s is refused: %s', (option, value, form) => {
    const call = () => Reflect.apply(createBroker, undefined, [{ ...createWorld().options, [option]: value }]);
    expect(call).toThrow(`createBroker: option ${option} must be ${form}`);
    expect(call).not.toThrow(/SECRET/);
  });

  it.each([[null], ['SECRET'], [7]])('%j is not a valid key and is refused', entry => {
    const call = () => Reflect.apply(createBroker, undefined, [{ ...createWorld().options, ticketKeys: [entry] }]);
    expect(call).toThrow('createBroker: option ticketKeys ');
    expect(call).not.toThrow(/SECRET/);
  });

  it('a key may be given as its 32 bytes', async () => {
    const world = createWorld({ ticketKeys: [{ kid: 'k1', key: new Uint8Array(32).fill(7) }] });
    const { resume_ticket } = await readGrant(world.post({}));
    expect((await readGrant(world.post({ resume_ticket }))).access_token).toBe(ACCESS_TOKEN);
  });

  it('two keys may not have the same kid', () => {
    const key = new Uint8Array(32);
    const ticketKeys = [
      { kid: 'k1', key },
      { kid: 'k1', key },
    ];
    expect(() => createBroker({ ...createWorld().options, ticketKeys })).toThrow(
      /option ticketKeys entry 2 .*kid of its own/,
    );
  });

  it.each(['http://localhost:6000', 'https://messaging.example.net:6667/base', 'http://127.0.0.1:5060/'])(
    'a platform at %s, whose port neither pages nor brokers may call, is refused with the reason',
    platformUrl => {
      expect(() => createBroker({ ...createWorld().options, platformUrl })).toThrow(
        /option platformUrl must be at another port: browsers and fetch refuse/,
      );
    },
  );

  it('createBroker refuses exactly the addresses that fetch refuses', async () => {
    const isRefused = (platformUrl: string) => checkOptions({ ...createWorld().options, platformUrl }).length > 0;
    for (const port of [1, 22, 79, 80, 443, 4100, 6000, 6001, 6665, 6669, 6670, 8080, 10080, 65535]) {
      const url = `http://localhost:${port}`;
      const cause = await fetch(url, NOWHERE).catch(error => `${error.cause?.message}`);
      expect([port, isRefused(url)]).toEqual([port, cause === 'bad port']);
    }
  });

  it('a platform on this machine may be reached over http', () => {
    const { options } = createWorld();
    expect(typeof createBroker({ ...options, platformUrl: 'http://localhost:4100' }).fetch).toBe('function');
  });
});
