/** Concurrent Calls: the peak in each window of five minutes. */

import { getConcurrency } from '../../contract/families/concurrency.ts';
import { timeOf } from '../../contract/shape/fields.ts';
import { Problem } from '../model/problem.ts';
import { handle } from '../rest/call.ts';
import { accountIn } from '../store/projects.ts';
import type { ConversationRecord } from '../store/records.ts';
import { peaks, WINDOW_MS } from './peaks.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

export const concurrencyHandlers = [
  handle(getConcurrency, ({ records }, { query, project, dialect, at: now }) => {
    const { from, to } = rangeOf(query.start_time, query.end_time);
    if (query.slice_by === 'language' || query.slice_by === 'phone_number') {
      throw new Problem(501, `slice_by=${query.slice_by} is not offered.`);
    }
    const {
      client_env: environment = 'live',
      variant_id: id,
      variant_name: name,
      language,
      phone_number: number,
    } = query;
    const test = (record: ConversationRecord): boolean =>
      record.projectId === project.id &&
      record.environment === environment &&
      (id === undefined || record.variantId === id) &&
      (name === undefined || record.variantName === name) &&
      (language === undefined || record.language === language) &&
      (number === undefined || record.toNumber === number);
    const labels = {
      ...(language === undefined ? {} : { language }),
      ...(number === undefined ? {} : { phone_number: number }),
    };
    const series = query.slice_by === 'variant' ? byVariant(records.list, test, from, to, now) : [{ test, labels: {} }];
    const lines = series.map(each => ({
      labels: { ...each.labels, ...labels },
      peaks: peaks(records.list, each.test, from, to, now),
    }));
    // Sorts by time; within a time, by variant, because the series are in the order of their ids.
    const intervals = stamps(from, to).flatMap((time, index) =>
      lines.map(line => ({ time, max_concurrent_conversations: line.peaks[index] ?? 0, ...line.labels })),
    );
    return { status: 200, body: { account_id: accountIn(dialect), project_id: project.id, intervals } };
  }),
];

/** The start time of each window of a day, such as `00:05:00Z`. It is appended to the date. */
const TIMES = Array.from(
  { length: (24 * 3_600_000) / WINDOW_MS },
  (_, index) => `${new Date(index * WINDOW_MS).toISOString().slice(10, 19)}Z`,
);

/**
 * Returns the windows' start times without milliseconds. Formats each date only once: formatting two thousand dates takes longer than counting the
 * conversations.
 */
function stamps(from: number, to: number): readonly string[] {
  const result: string[] = [];
  let date = '';
  for (let at = from; at < to; at += WINDOW_MS) {
    const time = TIMES.at((at / WINDOW_MS) % TIMES.length) ?? '';
    if (date === '' || time === TIMES[0]) date = new Date(at).toISOString().slice(0, -14);
    result.push(date + time);
  }
  return result;
}

function rangeOf(start: string, end: string): { readonly from: number; readonly to: number } {
  const [from, to] = [timeOf(start), timeOf(end)];
  if (to <= from) throw new Problem(400, 'end_time: must be after start_time');
  if (to - from > WEEK_MS) throw new Problem(400, 'end_time: must be at most one week after start_time');
  return { from: Math.floor(from / WINDOW_MS) * WINDOW_MS, to: Math.ceil(to / WINDOW_MS) * WINDOW_MS };
}

type Test = (record: ConversationRecord) => boolean;

/** Makes one series for each variant that has a conversation in the range. */
function byVariant(list: readonly ConversationRecord[], test: Test, from: number, to: number, now: number) {
  const names = new Map<string, string>();
  for (const record of list) {
    if (record.startedAt >= to) break;
    if (record.variantId === null || (record.endedAt ?? now) < from || !test(record)) continue;
    names.set(record.variantId, record.variantName ?? '');
  }
  return [...names].sort().map(([id, name]) => ({
    test: (record: ConversationRecord) => record.variantId === id && test(record),
    labels: { variant_id: id, variant_name: name },
  }));
}
