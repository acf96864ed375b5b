/** Makes a log that does not repeat lines that strangers can cause, for example by sending a wrong origin a thousand times a second. */

import type { Log, LogFields } from './log.ts';

const WINDOW_MS = 60_000;
/**
 * Largest number of lines written in a minute. Further lines are omitted like repetitions; otherwise many different origins could fill memory and
 * disk.
 */
const MAX_LINES = 1_000;

/** Events that any stranger can cause with a request. */
const THINNED: ReadonlySet<string> = new Set([
  'alert_refused',
  'busy',
  'challenge_refused',
  'origin_refused',
  'rate_limited',
  'request_unreadable',
  'visitor_refused',
]);

/** Writes only the first of several equal lines in each minute. The next line of the same event contains the number of omitted lines (`leftOut`). */
export function createThinLog(log: Log, now: () => number): Log {
  const written = new Set<string>();
  const leftOut = new Map<string, number>();
  let begun = Number.NEGATIVE_INFINITY;

  function warn(event: string, fields: LogFields = {}): void {
    if (!THINNED.has(event)) {
      log.warn(event, fields);
      return;
    }
    if (now() - begun >= WINDOW_MS) {
      begun = now();
      written.clear();
    }
    // Leaves fields that always differ out of the comparison.
    const line = JSON.stringify([event, { ...fields, retryAfter: 0, requestId: 0, traceId: 0 }]);
    const count = leftOut.get(event) ?? 0;
    if (written.has(line) || written.size >= MAX_LINES) {
      leftOut.set(event, count + 1);
      return;
    }
    written.add(line);
    leftOut.delete(event);
    log.warn(event, count > 0 ? { ...fields, leftOut: count } : fields);
  }

  return { info: (event, fields) => log.info(event, fields), warn, error: (event, fields) => log.error(event, fields) };
}
