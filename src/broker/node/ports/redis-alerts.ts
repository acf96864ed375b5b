/** The platform's alerts in Redis or Valkey, for replicas: each notice reaches only one of them. Without Redis each replica knows its own. */

import type { Redis } from 'ioredis';
import { type AlertChange, type AlertStore, createMemoryAlerts } from '../../alerts/alert-store.ts';
import type { RedisConnection } from './redis-connection.ts';

const KEY = '{natter}|alerts';
const KEPT_SECONDS = 2 * 86_400;

/** Compares and stores in one step, because two replicas may receive notices of one rule at the same time. A value begins with its time. */
const PUT = `
local old = redis.call('HGET', KEYS[1], ARGV[1])
if old and tonumber(string.match(old, '^%d+')) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1`;

export function createRedisAlerts({ run }: RedisConnection): AlertStore {
  const memory = createMemoryAlerts();
  return {
    async put(change) {
      await memory.put(change);
      const { rule, at, isFiring, metric } = change;
      await run(
        redis => redis.eval(PUT, 1, KEY, rule, at, ` ${isFiring ? 'on' : 'off'} ${metric}`, KEPT_SECONDS),
        async () => undefined,
      );
    },
    all: () => run(readAll, () => memory.all()),
  };
}

async function readAll(redis: Redis): Promise<readonly AlertChange[]> {
  return Object.entries(await redis.hgetall(KEY)).map(([rule, value]) => {
    const [at, state, metric = ''] = value.split(' ');
    return { rule, at: Number(at), isFiring: state === 'on', metric };
  });
}
