/**
 * The connection to Redis or Valkey, through which replicas share counters and marks. While Redis does not answer, each replica continues with its
 * own memory. The client `ioredis` is an optional peer dependency, loaded on first use.
 */

import type { Redis } from 'ioredis';
import { networkCause } from '../../endpoints/call-timeout.ts';
import type { Log } from '../../log/log.ts';

/** Milliseconds that a visitor waits for Redis before the broker continues without it. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
const RECONNECT_MS = 1_000;

export interface RedisConnection {
  /** Returns the result of `ask`, or that of `instead` if Redis does not answer. Logs the first failure, and when Redis is back. */
  run<T>(ask: (redis: Redis) => Promise<T>, instead: () => Promise<T>): Promise<T>;
  close(): void;
}

export function connectRedis(url: string, log: Log): RedisConnection {
  let opening: Promise<Redis> | undefined;
  let closed = false;
  let isDown = false;

  function note(error: unknown): void {
    if (isDown) return;
    isDown = true;
    const mend = 'NATTER_REDIS_URL, or the server there; until it answers, each replica limits and revokes by itself';
    log.error('redis_unavailable', { cause: causeOf(error), mend });
  }

  return {
    async run(ask, instead) {
      try {
        opening ??= open(url);
        const result = await ask(await opening);
        if (isDown) log.info('redis_back');
        isDown = false;
        return result;
      } catch (error) {
        if (!closed) note(error);
        return instead();
      }
    },
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
    // Makes commands fail at once while there is no connection, instead of waiting for one.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RECONNECT_MS,
  });
  // Ignores the event, because each command reports its own failure. Without a listener, the event would end the process.
  redis.on('error', () => {});
  await redis.connect().catch(() => {});
  return redis;
}

function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' ? 'the package ioredis is not installed' : networkCause(error);
}
