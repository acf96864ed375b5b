/** GET /status: the state of the platform, in one word for visitors. Names of rules and their values stay on the server. */

import { PLATFORM_LEVELS, type PlatformLevel, type StatusAnswer } from '../../protocol/service-api.ts';
import { type Outcome, success } from '../endpoints/responses.ts';
import { type AlertStore, firingMetrics } from './alert-store.ts';

/** Metric of a rule → the level that it means while it fires. Rules with other metrics are not shown. */
export const LEVEL_OF_METRIC: Readonly<Record<string, PlatformLevel>> = {
  turn_latency_p50: 'slow',
  turn_latency_p95: 'slow',
  call_volume: 'busy',
  api_errors: 'trouble',
  function_errors: 'trouble',
  call_crashes: 'trouble',
};

export interface StatusEndpointOptions {
  readonly alerts: AlertStore;
  /** Number of rules that must fire before visitors are told. */
  readonly banner: number;
  readonly now: () => number;
}

export function createStatusEndpoint(options: StatusEndpointOptions): () => Promise<Outcome<StatusAnswer>> {
  const { alerts, banner, now } = options;
  return async () => {
    const metrics = await firingMetrics(alerts, now());
    const levels = metrics.flatMap(metric => (Object.hasOwn(LEVEL_OF_METRIC, metric) ? [LEVEL_OF_METRIC[metric]] : []));
    const worst = PLATFORM_LEVELS.findLast(level => levels.includes(level));
    return success({ level: levels.length < banner ? 'ok' : (worst ?? 'ok') });
  };
}
