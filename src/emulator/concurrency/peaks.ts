/** Finds the highest number of simultaneous conversations in each window. */

import type { ConversationRecord } from '../store/records.ts';

export const WINDOW_MS = 5 * 60_000;

/**
 * Returns the peak in each window of a range; `from` and `to` are multiples of the window. A conversation counts from its start until just before its
 * end, or until now if it has not ended. One with equal start and end counts at that instant. `list` must be sorted by start.
 */
export function peaks(
  list: readonly ConversationRecord[],
  test: (record: ConversationRecord) => boolean,
  from: number,
  to: number,
  now: number,
): number[] {
  const { before, starts, ends } = instants(list, test, from, to, now);
  const result: number[] = [];
  let running = before;
  let nextStart = 0;
  let nextEnd = 0;
  for (let at = 0; at < to - from; at += WINDOW_MS) {
    for (; nextEnd < ends.length && (ends[nextEnd] ?? 0) <= at; nextEnd += 1) running -= 1;
    let peak = running;
    for (; nextStart < starts.length; nextStart += 1) {
      const start = starts[nextStart] ?? 0;
      if (start >= at + WINDOW_MS) break;
      // A conversation that ends at the start of another one is no longer counted.
      for (; nextEnd < ends.length && (ends[nextEnd] ?? 0) <= start; nextEnd += 1) running -= 1;
      running += 1;
      if (running > peak) peak = running;
    }
    result.push(peak);
  }
  return result;
}

/**
 * Returns the starts and ends within the range, ascending, in milliseconds since its beginning, and the number of conversations that are already
 * running when it begins.
 */
function instants(
  list: readonly ConversationRecord[],
  test: (record: ConversationRecord) => boolean,
  from: number,
  to: number,
  now: number,
) {
  // 32 bits are enough for the milliseconds of a week.
  const starts = new Uint32Array(list.length);
  const ends = new Uint32Array(list.length);
  let before = 0;
  let startCount = 0;
  let endCount = 0;
  for (let index = 0; index < list.length; index += 1) {
    const record = list[index];
    if (!record || record.startedAt >= to) break;
    const startedAt = Math.floor(record.startedAt);
    const until = Math.max(startedAt + 1, Math.floor(record.endedAt ?? Math.max(now, startedAt) + 1));
    if (until <= from || !test(record)) continue;
    if (startedAt < from) before += 1;
    else starts[startCount++] = startedAt - from;
    if (until < to) ends[endCount++] = until - from;
  }
  return { before, starts: starts.subarray(0, startCount), ends: ends.subarray(0, endCount).sort() };
}
