/** Passes every event of the broker to the metrics as well as to the log. */

import type { Log, LogFields } from './log.ts';

/** Counts events, including those that the log omits because they repeat. */
export interface Metrics {
  count(event: string, fields: LogFields): void;
}

export function createMeteredLog(log: Log, metrics: Metrics | undefined): Log {
  if (!metrics) return log;
  const at =
    (level: keyof Log) =>
    (event: string, fields: LogFields = {}): void => {
      metrics.count(event, fields);
      log[level](event, fields);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
