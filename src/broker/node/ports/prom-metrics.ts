/** `GET /metrics` for Prometheus. All figures come from the events of the log. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { publicError } from '../../handler.ts';
import type { LogFields } from '../../log/log.ts';
import type { Metrics } from '../../log/metered-log.ts';

/** Buckets in seconds. The longest call takes 10.45 s. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 11];

export interface PromMetrics extends Metrics {
  /** Returns the response to `GET /metrics`: the metrics if the header contains the token, otherwise an error. */
  answer(authorization: string | null): Promise<Response>;
}

export function createPromMetrics(token: string): PromMetrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'natter_request_seconds',
    help: 'Time until the response to a request',
    labelNames: ['path', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const upstream = new Histogram({
    name: 'natter_upstream_seconds',
    help: 'Time that the platform took to issue an access token, a retry included',
    buckets: BUCKETS,
    registers,
  });
  const events = new Counter({
    name: 'natter_events_total',
    help: 'Events by their names in the log, those that the log leaves out included',
    labelNames: ['event', 'reason'],
    registers,
  });
  const isToken = createTokenCheck(token);
  return {
    count(event, fields) {
      if (event === 'request') {
        requests.observe(
          { path: endpointOf(String(fields.path)), status: Number(fields.status) },
          Number(fields.ms) / 1_000,
        );
        return;
      }
      if (typeof fields.upstreamMs === 'number') upstream.observe(fields.upstreamMs / 1_000);
      events.inc({ event, reason: reasonOf(fields) });
    },
    async answer(authorization) {
      if (!isToken(authorization)) {
        return publicError({
          code: 'not_configured',
          message: 'Metrics need the header Authorization: Bearer and the value of NATTER_METRICS_TOKEN.',
        });
      }
      const headers = { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' };
      return new Response(await register.metrics(), { headers });
    },
  };
}

/** Returns the path without what comes before the endpoint, because strangers could otherwise create labels without limit. */
function endpointOf(path: string): string {
  const [own = path] = /\/(?:webhooks\/|call-me\/(?=\{)|chat\/(?:\{id\}\/)?)?[^/]+$/.exec(path) ?? [];
  return own;
}

/** Returns the label for the reason. All reasons are fixed words of the broker, so their number is small. */
function reasonOf({ reason, cause, ceiling }: LogFields): string {
  return String(reason ?? cause ?? ceiling ?? '');
}

/** Compares hashes in constant time, so that the duration does not reveal the token. */
function createTokenCheck(token: string): (authorization: string | null) => boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = hash(`Bearer ${token}`);
  return authorization => timingSafeEqual(hash(authorization ?? ''), expected);
}
