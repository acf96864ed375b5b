/** Arguments of `natter conversations`. */

import { timeOf } from '../../contract/shape/fields.ts';
import type { ConversationQuery } from '../../platform/families/runtime-types.ts';
import { BadInput, badValue, oneOf, parseOptions, refusePositionals } from './bad-input.ts';

export const USAGE = `Usage: natter conversations [options]

Lists conversations in the order of their start, or exports them. Rows go to standard output,
progress to standard error. A run that breaks off prints "Resume with --cursor …": the same
command with that option goes on where it ended.

Options:
  --since <time>      30m, 24h, 7d or an ISO 8601 time (24h)
  --until <time>      the same; conversations that began before it
  --env <name>        sandbox, pre-release or live (live)
  --channel <label>   such as WEBCHAT, CHAT, SMS, VOICE-SIP; repeatable
  --query <words>     only conversations with these words in a turn
  --format <name>     table, jsonl or csv (table); jsonl has every field and turn
  --limit <number>    at most so many rows
  --cursor <cursor>   goes on after an earlier run
  --help              prints this

Environment: NATTER_CONVERSATIONS_URL, NATTER_CONVERSATIONS_KEY, NATTER_ACCOUNT_ID,
NATTER_PROJECT_ID; optional: NATTER_DIALECT.

Exit code: 0 at the end, 1 after an error of the platform or Ctrl-C, 2 for a wrong call.`;

const OPTIONS = {
  since: { type: 'string' },
  until: { type: 'string' },
  env: { type: 'string' },
  channel: { type: 'string', multiple: true },
  query: { type: 'string' },
  format: { type: 'string' },
  limit: { type: 'string' },
  cursor: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const FORMATS = ['table', 'jsonl', 'csv'] as const;

export interface ConversationsCall {
  /** Filters, without cursor and limit. */
  readonly filters: ConversationQuery & { readonly start_time: string };
  /** The platform's cursor. */
  readonly cursor: string | undefined;
  /** Number of rows in total. */
  readonly limit: number;
  readonly format: (typeof FORMATS)[number];
}

/** Returns undefined for `--help`. Throws BadInput for wrong arguments. */
export function readConversationsCall(args: readonly string[], now: number): ConversationsCall | undefined {
  const { values, positionals } = parseOptions('conversations', args, OPTIONS);
  if (values.help) return undefined;
  refusePositionals('conversations', positionals);
  const { channel = [], query } = values;
  if (query !== undefined && query.trim() === '') throw badValue('--query', query, 'words to search for');
  for (const each of channel) if (each.trim() === '') throw badValue('--channel', each, 'a label such as WEBCHAT');
  const resumed = values.cursor === undefined ? undefined : readCursor(values.cursor);
  const start = resumed?.start ?? readTime('--since', values.since ?? '24h', now);
  const end = resumed?.start ? resumed.end : readEnd(values.until, query !== undefined, now);
  if (end !== undefined && end < start) {
    throw values.until === undefined
      ? badValue('--since', values.since ?? '', 'a time before now')
      : badValue('--until', values.until, `a time after --since, ${start}`);
  }
  return {
    filters: {
      start_time: start,
      ...(end === undefined ? {} : { end_time: end }),
      client_env: oneOf('--env', values.env ?? 'live', ['sandbox', 'pre-release', 'live']),
      ...(channel.length > 0 ? { channel: channel.map(each => each.trim()) } : {}),
      ...(query === undefined ? {} : { query, query_type: 'transcript' }),
    },
    cursor: resumed?.cursor,
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : readLimit(values.limit),
    format: oneOf('--format', values.format ?? 'table', FORMATS),
  };
}

/** Returns the end of the range. A search needs both ends. */
function readEnd(until: string | undefined, isSearch: boolean, now: number): string | undefined {
  if (until !== undefined) return readTime('--until', until, now);
  return isSearch ? new Date(now).toISOString() : undefined;
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badValue('--limit', text, 'a whole number from 1 to 999999999');
  return Number(text);
}

interface ReadCursor {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly cursor: string;
}

/**
 * Returns the cursor together with the time range of this run. When the command is repeated, `24h` means another time, and the platform accepts a
 * cursor only with the same filters.
 */
export const cursorFor = ({ filters }: ConversationsCall, cursor: string): string =>
  `${filters.start_time}/${filters.end_time ?? ''}/${cursor}`;

const RESUME = /^(\d{4}-[\d:T.-]+Z)\/(\d{4}-[\d:T.-]+Z)?\/(\S+)$/;

/** Reads a cursor, with or without a time range. A cursor of the platform has none, and is used with the times of this call. */
function readCursor(text: string): ReadCursor {
  const given = text.trim();
  if (!/^[\x21-\x7e]+$/.test(given)) throw new BadInput('--cursor must be what an earlier run printed after --cursor.');
  const [, start, end, cursor] = RESUME.exec(given) ?? [];
  return cursor === undefined ? { start: undefined, end: undefined, cursor: given } : { start, end, cursor };
}

// ---------------------------------------------------------------- times

const TIME_FORM = 'a time such as 30m, 24h, 7d or 2026-11-27T09:00:00Z';
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns the time in ISO 8601, UTC. A time without a zone is UTC. Throws BadInput for any other text. */
export function readTime(option: string, text: string, now: number): string {
  const instant = instantOf(text.trim(), now);
  if (!Number.isFinite(instant)) throw badValue(option, text, TIME_FORM);
  return new Date(instant).toISOString();
}

function instantOf(text: string, now: number): number {
  const [, digits, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  if (digits !== undefined) return now - Number(digits) * (UNITS[unit] ?? 0);
  return timeOf(text);
}
