/** Counts what is logged. Metrics and log have one source: every event of the broker is both a line and a number. */

import type { Log, LogFields } from './log.ts';

/** Receives every event, also those that the log leaves out because they repeat. */
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
