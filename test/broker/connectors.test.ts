import { describe, expect, it } from 'vitest';
import { readBrokerConfig } from '../../src/broker/config.ts';
import type { Connector } from '../../src/broker/connectors.ts';
import { checkOptions } from '../../src/broker/options.ts';
import { createWorld, KEY_1, OTHER_SHOP, readError, readGrant, SHOP } from './fixtures/fake-world.ts';

const PLATFORM = 'https://messaging.example.net';
const BANK = 'https://www.bank.example.com';
const FIRST: Connector = { origins: [SHOP, OTHER_SHOP], token: 'first-SECRET', host: 'shop.example.com' };
const SECOND: Connector = {
  origins: [BANK, 'https://*.bank.example.com'],
  token: 'second-SECRET',
  host: 'bank.example.com',
  platformUrl: 'https://messaging.bank.example.net/',
  dialect: 'poly',
};

function createTwoSites(settings: Parameters<typeof createWorld>[0] = {}) {
  const one = { connectorToken: undefined, host: undefined, allowedOrigins: undefined };
  return createWorld({ ...one, connectors: [FIRST, SECOND], ...settings });
}

const problemsOf = (connectors: unknown, ...[platformUrl]: readonly unknown[]): readonly string[] =>
  checkOptions({ connectors, platformUrl, ticketKeys: [{ kid: 'k1', key: KEY_1 }] }).map(
    ({ option, message }) => `${option}: ${message}`,
  );

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ');

describe('several connectors', () => {
  it('the origin of a page decides on token, host, platform and dialect', async () => {
    const world = createTwoSites();
    const [shop, bank] = [await readGrant(world.post({})), await readGrant(world.post({}, { origin: BANK }))];
    expect(world.calls.map(({ url, headers }) => [url, headers.get('X-Token'), headers.get('X-Host')])).toEqual([
      ['https://messaging.example.net/api/v1/access-token', 'first-SECRET', 'shop.example.com'],
      ['https://messaging.bank.example.net/api/v1/access-token', 'second-SECRET', 'bank.example.com'],
    ]);
    expect([shop.dialect, shop.messaging_url]).toEqual(['service', 'https://messaging.example.net']);
    expect([bank.dialect, bank.messaging_url]).toEqual(['poly', 'https://messaging.bank.example.net']);
  });

  it('a page of none of them is refused, and the log names the variable of the list', async () => {
    const world = createTwoSites();
    expect(await readError(world.post({}, { origin: 'https://bank.example.com' }))).toMatchObject({
      status: 403,
      code: 'origin_not_allowed',
    });
    expect(world.lines[0]?.fields.mend).toContain('NATTER_CONNECTORS');
  });

  it('an origin in two wildcards belongs to the first connector that has it', async () => {
    const inside = { ...FIRST, origins: ['https://cards.bank.example.com'] };
    const world = createTwoSites({ connectors: [inside, SECOND] });
    await world.post({}, { origin: 'https://cards.bank.example.com' });
    expect(world.calls[0]?.headers.get('X-Token')).toBe('first-SECRET');
  });

  it('a ticket of one connector is refused by the other', async () => {
    const world = createTwoSites();
    const { resume_ticket } = await readGrant(world.post({}));
    expect((await readError(world.post({ resume_ticket }, { origin: BANK }))).status).toBe(400);
    await readGrant(world.post({ resume_ticket }));
  });

  it('trouble of one platform does not affect the other', async () => {
    const world = createTwoSites();
    world.answers.push(() => Promise.resolve(new Response(null, { status: 429, headers: { 'Retry-After': '60' } })));
    expect((await readError(world.post({}))).status).toBe(503);
    expect((await readError(world.post({}))).status).toBe(503);
    await readGrant(world.post({}, { origin: BANK }));
  });

  it('one address has one limit for all', async () => {
    const world = createTwoSites({ rateLimit: 1 });
    await readGrant(world.post({}));
    expect((await readError(world.post({}, { origin: BANK }))).code).toBe('rate_limited');
  });

  it('lines of the log name the connector by its host', async () => {
    const world = createTwoSites();
    await world.post({}, { origin: BANK });
    expect(world.lines.at(-1)).toMatchObject({ event: 'token_issued', fields: { connector: 'bank.example.com' } });
  });

  it.each(['body', 'cookie'] as const)(
    'a look-up without an origin belongs to the connector of its ticket (%s)',
    async place => {
      const chat = { url: PLATFORM, apiKey: 'k', accountId: 'a', projectId: 'p', conversationsKey: 'c' };
      const world = createTwoSites({ chat, ticket: place });
      const first = await world.post({}, { origin: BANK });
      const headers = { Origin: BANK, Cookie: cookiesOf(first) };
      const body = JSON.stringify({ resume_ticket: (await readGrant(first)).resume_ticket });
      const begun = await world.send('/chat/create', { method: 'POST', headers, body });
      const { resume_ticket } = await begun.clone().json();
      const asked = { 'Natter-Ticket': resume_ticket, Cookie: cookiesOf(begun) };
      expect((await world.send('/chat/CONV-1/turns', { headers: asked })).status).toBe(200);
      expect(world.lines.at(-1)).toMatchObject({ event: 'chat_looked_up', fields: { connector: 'bank.example.com' } });
    },
  );

  it('a request without origin and ticket belongs to the connector of the address', async () => {
    const outbound = { outboundUrl: PLATFORM, outboundToken: 'outbound-SECRET', callCountries: ['GB'] };
    const own = { ...SECOND, origins: ['https://chat.example.com'] };
    const world = createTwoSites({ connectors: [FIRST, own], ...outbound });
    expect((await world.send('/call-me/OUT-1')).status).toBe(200);
    expect(world.calls.at(-1)?.headers.get('X-PolyAi-Auth-Token')).toBe('outbound-SECRET');
  });
});

describe('the list of connectors', () => {
  it.each([
    ['an object', {}, /^connectors: must be a list of at least one connector/],
    ['empty', [], /^connectors: must be a list of at least one connector/],
    ['with an entry that is a text', [FIRST, 'x'], /^connectors: entry 2: must be an object\.$/],
    ['without a token', [{ ...FIRST, token: undefined }], /^connectors: entry 1: token: must be the connector token/],
    [
      'with a host that is an address',
      [FIRST, { ...SECOND, host: 'https://a.example' }],
      /entry 2: host: must be a bare/,
    ],
    ['with a wrong origin', [{ ...FIRST, origins: [SHOP, 'shop'] }], /entry 1: origins: entry 2 must be an origin/],
    ['without origins', [{ ...FIRST, origins: [] }], /entry 1: origins: must be a list of at least one origin/],
    ['with a wrong dialect', [{ ...FIRST, dialect: 'x' }], /entry 1: dialect: must be service or poly/],
    [
      'with a wrong platform',
      [{ ...FIRST, platformUrl: 'http://a.example' }],
      /entry 1: platformUrl: must be the platform/,
    ],
    [
      'with a field too many',
      [{ ...FIRST, tokens: 'SECRET' }],
      /entry 1: may have only the fields origins, token, host/,
    ],
    [
      'with one origin twice',
      [FIRST, { ...SECOND, origins: [SHOP] }],
      /entry 2: origins: number 1 is in entry 1 too\.$/,
    ],
  ])('a list %s is refused by the number of the entry, and no value is shown', (_, connectors, message) => {
    const problems = problemsOf(connectors, PLATFORM);
    expect(problems).toEqual([expect.stringMatching(message)]);
    expect(problems.join()).not.toContain('SECRET');
  });

  it('the platform may be given once for all, or by each connector', () => {
    expect(problemsOf([FIRST, SECOND], PLATFORM)).toEqual([]);
    expect(problemsOf([SECOND])).toEqual([]);
    expect(problemsOf([FIRST])).toEqual([expect.stringContaining('entry 1: platformUrl')]);
  });

  it('options of a single connector beside the list are refused', () => {
    const single = { connectorToken: 'SECRET', host: 'a.example', allowedOrigins: [SHOP] };
    const problems = checkOptions({ connectors: [SECOND], ticketKeys: [{ kid: 'k1', key: KEY_1 }], ...single });
    expect(problems).toEqual(
      Object.keys(single).map(option => ({ option, message: expect.stringContaining('must be omitted') })),
    );
  });
});

describe('NATTER_CONNECTORS', () => {
  const env = {
    NATTER_PLATFORM_URL: 'https://messaging.example.net',
    NATTER_TICKET_KEYS: `k1:${KEY_1}`,
  };

  it('a list in JSON replaces three other variables', () => {
    const config = readBrokerConfig({ ...env, NATTER_CONNECTORS: JSON.stringify([FIRST, SECOND]) });
    expect(config).toMatchObject({ ok: true, options: { connectors: [FIRST, SECOND] }, warnings: [] });
  });

  it.each([
    ['is no JSON', '[{"token": SECRET', 'must be a list'],
    ['has a wrong entry', JSON.stringify([FIRST, { ...SECOND, token: 'a SECRET' }]), 'entry 2: token: must be'],
  ])('a variable that %s is named, with the form that it must have', (_, text, message) => {
    const config = readBrokerConfig({ ...env, NATTER_CONNECTORS: text });
    expect(config).toMatchObject({ ok: false, problems: [{ variable: 'NATTER_CONNECTORS' }] });
    const said = config.ok ? '' : (config.problems[0]?.message ?? '');
    expect(said).toContain(`NATTER_CONNECTORS: ${message}`);
    expect(said).toContain('like [{"origins": [');
    expect(said).not.toContain('SECRET');
  });
});
