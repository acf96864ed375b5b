import { describe, expect, it } from 'vitest';
import { type Counter, createMemoryCounters } from '../../../src/broker/access/counters.ts';
import type { BrokerOptions } from '../../../src/broker/options.ts';
import { createWorld, OTHER_SHOP, readError, readGrant, SHOP } from '../fixtures/fake-world.ts';

/** Asks once from each address, and returns how many got a token. */
async function grants(world: ReturnType<typeof createWorld>, addresses: readonly string[], origin = SHOP) {
  let count = 0;
  for (const address of addresses) if ((await world.post({}, { address, origin })).status === 200) count += 1;
  return count;
}

const addresses = (count: number, make: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => make(nth));
const anywhere = (nth: number) => `${10 + (nth >> 8)}.${nth & 255}.0.1`;

describe('ceilings', () => {
  it.each([
    ['a /24', (nth: number) => `192.0.2.${nth}`],
    ['a /48', (nth: number) => `2001:db8:1:${nth.toString(16)}::1`],
  ])('%s gets ten times what an address gets, however many addresses it has', async (_, make) => {
    const world = createWorld({ rateLimit: 5 });
    expect(await grants(world, addresses(200, make))).toBe(50);
    const error = await readError(world.post({}, { address: make(201) }));
    expect(error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('from this network') });
    expect(world.lines.at(-1)?.fields).toMatchObject({
      ceiling: 'network',
      mend: expect.stringContaining('NATTER_RATE_LIMIT_NETWORK'),
    });
    expect(await grants(world, ['198.51.100.1'])).toBe(1);
  });

  it('a /48 cannot get 1,200 tokens within a minute', async () => {
    expect(
      await grants(
        createWorld(),
        addresses(1_200, nth => `2001:db8:1:${nth.toString(16)}::1`),
      ),
    ).toBe(600);
  });

  it('an origin has a ceiling of its own, wherever the requests come from', async () => {
    const world = createWorld({ rateLimit: 1, rateLimitOrigin: 7 });
    expect(await grants(world, addresses(20, anywhere))).toBe(7);
    expect((await readError(world.post({}, { address: '203.0.113.1' }))).message).toContain('of this site');
    expect(await grants(world, ['203.0.113.1'], OTHER_SHOP)).toBe(1);
  });

  it('all requests together have a ceiling, whatever origin they name', async () => {
    const world = createWorld({ rateLimit: 1, rateLimitTotal: 7 });
    expect(await grants(world, addresses(5, anywhere))).toBe(5);
    expect(
      await grants(
        world,
        addresses(20, nth => anywhere(nth + 20)),
        OTHER_SHOP,
      ),
    ).toBe(2);
    expect((await readError(world.post({}, { address: '203.0.113.1' }))).message).toContain('at the moment');
  });

  it('refused requests are not counted: a flood does not use up the ceilings of others', async () => {
    const world = createWorld({ rateLimit: 2, rateLimitNetwork: 4, rateLimitTotal: 6 });
    expect(
      await grants(
        world,
        addresses(50, () => '192.0.2.1'),
      ),
    ).toBe(2);
    expect(
      await grants(
        world,
        addresses(50, () => '192.0.2.2'),
      ),
    ).toBe(2);
    expect(
      await grants(
        world,
        addresses(50, nth => `192.0.2.${nth}`),
      ),
    ).toBe(0);
    expect(await grants(world, ['198.51.100.1', '198.51.100.2'])).toBe(2);
    expect(await grants(world, ['198.51.100.3'])).toBe(0);
  });

  it('a minute slides: half a minute after its end, half of the allowance is back', async () => {
    const world = createWorld({ rateLimit: 10 });
    const ask = () =>
      grants(
        world,
        addresses(20, () => '192.0.2.1'),
      );
    world.clock.now += 59_000;
    expect(await ask()).toBe(10);
    world.clock.now += 2_000;
    expect(await ask()).toBe(1);
    world.clock.now += 29_000;
    expect(await ask()).toBe(4);
  });

  it('the next request after Retry-After passes', async () => {
    const world = createWorld({ rateLimit: 3 });
    for (let round = 0; round < 20; round += 1) {
      world.clock.now += 7_300;
      while ((await world.post({})).status === 200);
      const { retryAfter = 0 } = await readError(world.post({}));
      world.clock.now += retryAfter * 1_000;
      await readGrant(world.post({}));
    }
  });
});

describe('headers of the rate limit', () => {
  it.each<[string, Partial<BrokerOptions>, string | null, string | null]>([
    ['a grant', { rateLimit: 5 }, '"address";r=4;t=60', '"address";q=5;w=60'],
    ['a refused address', { rateLimit: 1 }, '"address";r=0;t=61', '"address";q=1;w=60'],
    ['a refused site', { rateLimit: 2, rateLimitOrigin: 1 }, '"origin";r=0;t=61', '"origin";q=1;w=60'],
  ])('the headers tell a page %s', async (what, options, use, policy) => {
    const world = createWorld(options);
    if (what !== 'a grant') await world.post({});
    const { headers } = await world.post({});
    expect([headers.get('RateLimit'), headers.get('RateLimit-Policy')]).toEqual([use, policy]);
    expect(headers.get('Access-Control-Expose-Headers')).toContain('RateLimit, RateLimit-Policy');
  });
});

describe('counters in memory', () => {
  const moment = { minute: 1, passed: 0 };
  const counter = (key: string): Counter => ({ key, limit: 1 });

  it('strangers cannot remove a counter that has reached its limit', async () => {
    const store = createMemoryCounters(100);
    await store.take([counter('victim')], moment);
    for (let nth = 0; nth < 1_000; nth += 1) await store.take([counter(`stranger ${nth}`)], moment);
    expect(await store.take([counter('victim')], moment)).toEqual([{ current: 1, previous: 0 }]);
  });

  it('beyond the largest number of counters only the ceiling on all requests together applies', async () => {
    const store = createMemoryCounters(3);
    const ask = (key: string) => store.take([counter(key), { key: 'all', limit: 100 }], moment);
    for (let nth = 0; nth < 10; nth += 1) await ask(`stranger ${nth}`);
    expect(await ask('stranger 9')).toEqual([
      { current: 0, previous: 0 },
      { current: 10, previous: 0 },
    ]);
  });

  it('only the previous minute is counted besides the current one', async () => {
    const store = createMemoryCounters();
    await store.take([counter('a')], moment);
    expect(await store.take([counter('a')], { minute: 2, passed: 0.5 })).toEqual([{ current: 0, previous: 1 }]);
    expect(await store.take([counter('a')], { minute: 4, passed: 0 })).toEqual([{ current: 0, previous: 0 }]);
  });
});
