/** Peaks of concurrent conversations as series over one common time axis. */

import type { Concurrency } from '../../../entries/platform.ts';

export interface Series {
  readonly name: string;
  /** One value for each time. */
  readonly values: readonly number[];
  readonly peak: number;
  /** Time of the first peak, in seconds since 1970. */
  readonly peakAt: number;
}

export interface SeriesSet {
  /** Begins of the windows of five minutes, in seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

const WHOLE = 'All conversations';

/** Sorts the intervals by variant. The platform may send them by time or by variant, and may leave windows out: those count as 0. */
export function toSeries({ intervals }: Pick<Concurrency, 'intervals'>): SeriesSet {
  const times = [...new Set(intervals.map(each => secondsOf(each.time)))].sort((a, b) => a - b);
  const values = new Map<string, Map<number, number>>();
  for (const { time, max_concurrent_conversations, variant_name, variant_id } of intervals) {
    const name = variant_name || variant_id || WHOLE;
    const known = values.get(name) ?? new Map<number, number>();
    known.set(secondsOf(time), max_concurrent_conversations);
    values.set(name, known);
  }
  return { times, series: [...values].map(([name, known]) => seriesOf(name, times, known)) };
}

function seriesOf(name: string, times: readonly number[], known: ReadonlyMap<number, number>): Series {
  const values = times.map(time => known.get(time) ?? 0);
  const peak = values.reduce((highest, value) => Math.max(highest, value), 0);
  return { name, values, peak, peakAt: times[values.indexOf(peak)] ?? 0 };
}

const secondsOf = (time: string): number => Date.parse(time) / 1000;

/** A part of the time axis, in seconds since 1970. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The shortest part that zooming in leads to: half an hour. */
const SHORTEST = 1_800;

/** Returns the range after a zoom by `factor` (below 1: in) and a move by `steps` of a quarter, kept within the whole. */
export function zoomed(range: Range, whole: Range, factor: number, steps = 0): Range {
  const most = whole.to - whole.from;
  const length = Math.min(most, Math.max(Math.min(SHORTEST, most), (range.to - range.from) * factor));
  const middle = (range.from + range.to) / 2 + (steps * (range.to - range.from)) / 4;
  const from = Math.min(Math.max(middle - length / 2, whole.from), whole.to - length);
  return { from, to: from + length };
}
