/** Counts how many conversations went on at one instant, at most, in each window. */

import type { ConversationRecord } from '../store/records.ts';

export const WINDOW_MS = 5 * 60_000;

/**
 * The peak in each window of a range; `from` and `to` are multiples of the window. A conversation goes on from its start until just before its end, or
 * until now; one that has no length counts at its start. `list` ascends by start.
 */
export function peaks(
  list: readonly ConversationRecord[],
  test: (record: ConversationRecord) => boolean,
  from: number,
  to: number,
  now: number,
): number[] {
  const windows = Math.ceil((to - from) / WINDOW_MS);
  const result = new Array<number>(windows).fill(0);
  const starts: number[][] = result.map(() => []);
  const ends: number[][] = result.map(() => []);
  let running = 0;
  for (const record of list) {
    const { startedAt } = record;
    if (startedAt >= to) break;
    const end = record.endedAt ?? Math.max(now, startedAt) + 1;
    const until = end > startedAt ? end : startedAt + 1;
    if (until <= from || !test(record)) continue;
    if (startedAt < from) running += 1;
    else starts[Math.floor((startedAt - from) / WINDOW_MS)]?.push(startedAt);
    if (until < to) ends[Math.floor((until - from) / WINDOW_MS)]?.push(until);
  }
  for (let index = 0; index < windows; index += 1) {
    const window = walk(starts[index] ?? [], ends[index] ?? [], running, from + index * WINDOW_MS);
    result[index] = window.peak;
    running = window.running;
  }
  return result;
}

/** Goes through one window that begins at `at`: an end at the instant of a start comes before it. */
function walk(
  starts: readonly number[],
  ends: number[],
  before: number,
  at: number,
): { readonly peak: number; readonly running: number } {
  ends.sort((a, b) => a - b);
  let running = before;
  let next = 0;
  const endUntil = (instant: number): void => {
    for (; next < ends.length && (ends[next] ?? 0) <= instant; next += 1) running -= 1;
  };
  endUntil(at);
  let peak = running;
  for (const start of starts) {
    endUntil(start);
    running += 1;
    if (running > peak) peak = running;
  }
  return { peak, running: running - (ends.length - next) };
}
