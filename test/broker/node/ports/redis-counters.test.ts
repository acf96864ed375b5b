import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { type CounterStore, createMemoryCounters } from '../../../../src/broker/access/counters.ts';
import { createRedisStores, type RedisStores } from '../../../../src/broker/node/ports/redis-stores.ts';
import { createWorld, type World } from '../../fixtures/fake-world.ts';
import { freePort, REDIS_MISSING, startRedis as startRealRedis } from '../../fixtures/real-redis.ts';
import { ask, solved } from '../../fixtures/solving.ts';

const open: (RedisStores | ChildProcess)[] = [];

afterEach(() => {
  for (const each of open.splice(0)) 'kill' in each ? each.kill('SIGKILL') : each.close();
});

async function startRedis(port: number): Promise<ChildProcess> {
  const redis = await startRealRedis(port);
  open.push(redis);
  return redis;
}

function share(port: number, world: World): RedisStores {
  const stores = createRedisStores(`redis://127.0.0.1:${port}`, world.options.log ?? console);
  open.push(stores);
  return stores;
}

/** Two brokers that share a Redis. */
function replicas(port: number, rateLimit: number) {
  const store: { current?: CounterStore } = {};
  const counters: CounterStore = { take: (...args) => (store.current ?? createMemoryCounters()).take(...args) };
  const first = createWorld({ rateLimit, counters });
  store.current = share(port, first).counters;
  const second = createWorld({ rateLimit, counters: share(port, first).counters });
  return { first, second };
}

async function statuses(worlds: readonly World[]): Promise<readonly number[]> {
  return Promise.all(worlds.map(async world => (await world.post({})).status));
}

const granted = (all: readonly number[]) => all.filter(status => status === 200).length;

// Skipped if no redis-server is installed.
describe.skipIf(REDIS_MISSING)('counters in Redis', () => {
  it('a solved challenge counts once for two brokers together', async () => {
    const port = await freePort();
    await startRedis(port);
    const create = () => createWorld({ challenge: 'always', challengeDifficulty: 200 });
    const first = create();
    const { marks } = share(port, first);
    const worlds = [1, 2].map(() => createWorld({ ...first.options, marks }));
    const solution = await solved(first);
    const answers = await Promise.all(worlds.map(world => ask(world, { solution })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('replicas know the same alerts, and a late notice changes nothing', async () => {
    const port = await freePort();
    await startRedis(port);
    const world = createWorld();
    const [here, there] = [share(port, world).alerts, share(port, world).alerts];
    const change = { rule: 'ar_1', metric: 'api_errors', isFiring: true, at: 2_000 };
    await here.put(change);
    await there.put({ ...change, isFiring: false, at: 1_000 });
    expect(await there.all()).toEqual([change]);
    await there.put({ ...change, isFiring: false, at: 3_000 });
    expect(await here.all()).toEqual([{ ...change, isFiring: false, at: 3_000 }]);
  });

  it('one limit holds over two brokers that ask at the same time', async () => {
    const port = await freePort();
    await startRedis(port);
    const { first, second } = replicas(port, 10);
    const asked = await statuses(Array.from({ length: 40 }, (_, nth) => (nth % 2 ? first : second)));
    expect(granted(asked)).toBe(10);
    first.clock.now += 90_000;
    second.clock.now += 90_000;
    const later = await statuses(Array.from({ length: 40 }, (_, nth) => (nth % 2 ? first : second)));
    expect(granted(later)).toBe(5);
  });

  it('without Redis tokens are issued and limited, and the log says once that it is gone and once that it is back', async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    const { first } = replicas(port, 3);
    const lines = () => first.lines.filter(({ event }) => event.startsWith('redis_'));
    expect(await statuses([first])).toEqual([200]);
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    expect(granted(await statuses(Array.from({ length: 9 }, () => first)))).toBe(3);
    expect(lines()).toMatchObject([
      { level: 'error', event: 'redis_unavailable', fields: { mend: expect.stringContaining('NATTER_REDIS_URL') } },
    ]);
    await startRedis(port);
    await expect.poll(async () => (await first.post({})) && lines().length, { timeout: 8_000 }).toBe(2);
    expect(lines()[1]).toMatchObject({ level: 'info', event: 'redis_back' });
  });
});

describe.skipIf(REDIS_MISSING)('marks in Redis', () => {
  it('a replica sees marks that another has set, and its own while Redis is down', async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    const world = createWorld();
    const [here, there] = [share(port, world).marks, share(port, world).marks];
    expect([await here.set('a', 60_000), await there.set('a', 60_000), await there.has('b')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await here.has('a'), await there.has('a')]).toEqual([true, true]);
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    expect([await here.has('a'), await here.set('b', 60_000), await here.has('b')]).toEqual([true, true, true]);
    expect(world.lines.filter(({ event }) => event === 'redis_unavailable').length).toBeGreaterThan(0);
  });

  it('a mark expires', async () => {
    const port = await freePort();
    await startRedis(port);
    const world = createWorld();
    await share(port, world).marks.set('a', 200);
    const other = share(port, world).marks;
    expect(await other.has('a')).toBe(true);
    await expect.poll(() => other.has('a')).toBe(false);
  });
});

it('counters of a Redis that was never there are kept in memory', async () => {
  const port = await freePort();
  const { first } = replicas(port, 3);
  expect(granted(await statuses(Array.from({ length: 9 }, () => first)))).toBe(3);
  expect(first.lines.filter(({ event }) => event === 'redis_unavailable')).toHaveLength(1);
  expect(JSON.stringify(first.lines)).not.toContain(String(port));
});
