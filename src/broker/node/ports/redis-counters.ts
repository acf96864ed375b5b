/**
 * Counters of the rate limits in Redis or Valkey, for replicas that share their limits. Without Redis each replica counts in its own memory until Redis
 * is back. The client `ioredis` is an optional peer, loaded on first use.
 */

import type { Redis } from 'ioredis';
import {
  type Counter,
  createMemoryCounters,
  type FullCounterStore,
  type Moment,
  type Use,
} from '../../access/counters.ts';
import { networkCause } from '../../endpoints/call-timeout.ts';
import type { Log } from '../../log/log.ts';

/** Milliseconds that a visitor waits for Redis before the request is counted in memory. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
const RECONNECT_MS = 1_000;

/** Reads and adds in one step, so that replicas which ask at once do not pass a limit together. Two keys for each counter: this minute, and the previous one. */
const TAKE = `
local uses, full = {}, false
for i = 1, #KEYS, 2 do
  local current = tonumber(redis.call('GET', KEYS[i]) or 0)
  local previous = tonumber(redis.call('GET', KEYS[i + 1]) or 0)
  uses[i], uses[i + 1] = current, previous
  if math.floor(previous * (1 - ARGV[1])) + current >= tonumber(ARGV[(i + 3) / 2]) then full = true end
end
if not full then
  for i = 1, #KEYS, 2 do
    redis.call('INCR', KEYS[i])
    redis.call('EXPIRE', KEYS[i], 120)
  end
end
return uses`;

export interface RedisCounters extends FullCounterStore {
  close(): void;
}

export function createRedisCounters(url: string, log: Log): RedisCounters {
  const memory = createMemoryCounters();
  let opening: Promise<Redis> | undefined;
  let closed = false;
  let isDown = false;

  function note(error: unknown): void {
    if (isDown) return;
    isDown = true;
    const mend = 'NATTER_REDIS_URL, or the server there; until it answers, each replica limits by itself';
    log.error('redis_unavailable', { cause: causeOf(error), mend });
  }

  async function ask<T>(question: (redis: Redis) => Promise<T>, fromMemory: () => Promise<T>): Promise<T> {
    try {
      opening ??= open(url);
      const answer = await question(await opening);
      if (isDown) log.info('redis_back');
      isDown = false;
      return answer;
    } catch (error) {
      if (!closed) note(error);
      return fromMemory();
    }
  }

  return {
    take: (counters, moment) =>
      ask(
        redis => takeFromRedis(redis, counters, moment),
        () => memory.take(counters, moment),
      ),
    spend: (key, seconds, now) =>
      ask(
        async redis => (await redis.set(`{natter}|${key}`, '1', 'EX', seconds, 'NX')) === 'OK',
        () => memory.spend(key, seconds, now),
      ),
    close() {
      closed = true;
      opening?.then(redis => redis.disconnect()).catch(() => {});
    },
  };
}

async function open(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // Commands fail at once while there is no connection, instead of waiting for one.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RECONNECT_MS,
  });
  // Each command fails by itself; an error event without a listener would end the process.
  redis.on('error', () => {});
  await redis.connect().catch(() => {});
  return redis;
}

async function takeFromRedis(redis: Redis, counters: readonly Counter[], moment: Moment): Promise<readonly Use[]> {
  // In braces is the part of the name by which a cluster chooses the server: a script must find all its keys on one.
  const keys = counters.flatMap(({ key }) => [moment.minute, moment.minute - 1].map(at => `{natter}|${at}|${key}`));
  const limits = counters.map(({ limit }) => limit);
  const counts = await redis.eval(TAKE, keys.length, ...keys, moment.passed, ...limits);
  if (!Array.isArray(counts) || counts.length !== keys.length) throw new Error('unreadable answer');
  return counters.map((_, place) => ({ current: Number(counts[2 * place]), previous: Number(counts[2 * place + 1]) }));
}

function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' ? 'the package ioredis is not installed' : networkCause(error);
}
