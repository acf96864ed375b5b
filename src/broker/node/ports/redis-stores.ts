/** All that replicas share over Redis: the counters of the rate limits, marks, and the platform's alerts. */

import type { CounterStore } from '../../access/counters.ts';
import type { AlertStore } from '../../alerts/alert-store.ts';
import type { Log } from '../../log/log.ts';
import { createMemoryMarks, type MarkStore } from '../../tickets/marks.ts';
import { createRedisAlerts } from './redis-alerts.ts';
import { connectRedis, type RedisConnection } from './redis-connection.ts';
import { createRedisCounters } from './redis-counters.ts';

export interface RedisStores {
  readonly counters: CounterStore;
  readonly marks: MarkStore;
  readonly alerts: AlertStore;
  close(): void;
}

export function createRedisStores(url: string, log: Log): RedisStores {
  const connection = connectRedis(url, log);
  return {
    counters: createRedisCounters(connection),
    marks: createRedisMarks(connection),
    alerts: createRedisAlerts(connection),
    close: connection.close,
  };
}

/** Sets each mark in memory as well. While Redis is down, a replica then still knows its own marks. */
function createRedisMarks({ run }: RedisConnection): MarkStore {
  const memory = createMemoryMarks(Date.now);
  return {
    async set(name, ms) {
      const isNew = await memory.set(name, ms);
      const isNewInRedis = await run(
        async redis => (await redis.set(keyOf(name), '1', 'PX', ms, 'NX')) !== null,
        async () => isNew,
      );
      return isNew && isNewInRedis;
    },
    async has(name) {
      if (await memory.has(name)) return true;
      return run(
        async redis => (await redis.exists(keyOf(name))) > 0,
        async () => false,
      );
    },
  };
}

const keyOf = (name: string): string => `{natter}|mark|${name}`;
