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
  const { before, starts, ends } = instants(list, test, from, to, now);
  const result: number[] = [];
  let running = before;
  let nextStart = 0;
  let nextEnd = 0;
  // An end at the instant of a start comes before it.
  const endUntil = (instant: number): void => {
    for (; nextEnd < ends.length && (ends[nextEnd] ?? 0) <= instant; nextEnd += 1) running -= 1;
  };
  for (let at = from; at < to; at += WINDOW_MS) {
    endUntil(at);
    let peak = running;
    for (; nextStart < starts.length && (starts[nextStart] ?? 0) < at + WINDOW_MS; nextStart += 1) {
      endUntil(starts[nextStart] ?? 0);
      running += 1;
      if (running > peak) peak = running;
    }
    result.push(peak);
  }
  return result;
}

/** Starts and ends in the range, ascending, and how many conversations go on from before it. */
function instants(
  list: readonly ConversationRecord[],
  test: (record: ConversationRecord) => boolean,
  from: number,
  to: number,
  now: number,
) {
  // Of numbers alone: a week may have a hundred thousand of them, and these sort without a call for each comparison.
  const starts = new Float64Array(list.length);
  const ends = new Float64Array(list.length);
  let before = 0;
  let startCount = 0;
  let endCount = 0;
  for (const record of list) {
    const { startedAt } = record;
    if (startedAt >= to) break;
    const end = record.endedAt ?? Math.max(now, startedAt) + 1;
    const until = end > startedAt ? end : startedAt + 1;
    if (until <= from || !test(record)) continue;
    if (startedAt < from) before += 1;
    else starts[startCount++] = startedAt;
    if (until < to) ends[endCount++] = until;
  }
  return { before, starts: starts.subarray(0, startCount), ends: ends.subarray(0, endCount).sort() };
}
