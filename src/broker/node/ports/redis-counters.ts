/** Counters of the rate limits in Redis or Valkey, for replicas that share their limits. Without Redis each replica counts in its own memory. */

import type { Redis } from 'ioredis';
import { type Counter, type CounterStore, createMemoryCounters, type Moment, type Use } from '../../access/counters.ts';
import type { RedisConnection } from './redis-connection.ts';

/**
 * Reads and adds in one step; otherwise simultaneous requests of several replicas could exceed a limit. Each counter has two keys: the current
 * minute and the previous one.
 */
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

export function createRedisCounters(connection: RedisConnection): CounterStore {
  const memory = createMemoryCounters();
  return {
    take: (counters, moment) =>
      connection.run(
        redis => takeFromRedis(redis, counters, moment),
        () => memory.take(counters, moment),
      ),
  };
}

async function takeFromRedis(redis: Redis, counters: readonly Counter[], moment: Moment): Promise<readonly Use[]> {
  // A cluster chooses the server by the part in braces. All keys of a script must be on one server.
  const keys = counters.flatMap(({ key }) => [moment.minute, moment.minute - 1].map(at => `{natter}|${at}|${key}`));
  const limits = counters.map(({ limit }) => limit);
  const counts = await redis.eval(TAKE, keys.length, ...keys, moment.passed, ...limits);
  if (!Array.isArray(counts) || counts.length !== keys.length) throw new Error('unreadable answer');
  return counters.map((_, place) => ({ current: Number(counts[2 * place]), previous: Number(counts[2 * place + 1]) }));
}
