/** Selects the records that a request asks for, and makes and reads the cursor for the next page. */

import { timeOf } from '../../contract/shape/fields.ts';
import { Problem } from '../model/problem.ts';
import type { ConversationRecord, Records } from '../store/records.ts';

/** Parameters that select records, under their names in the query. */
export interface Filters {
  readonly projectId: string;
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly client_env?: string | undefined;
  readonly channel?: string | readonly string[] | undefined;
  readonly variant_id?: string | undefined;
  readonly variant_name?: string | undefined;
  readonly in_progress?: boolean | undefined;
  readonly query_type?: string | undefined;
  readonly query?: string | undefined;
  readonly turn_type?: string | undefined;
}

export type Test = (record: ConversationRecord) => boolean;

/** Channel names in requests that differ from those in records. */
const LABELS: Readonly<Record<string, string>> = { VOICE: 'VOICE-SIP' };

export function testFor(filters: Filters): Test {
  const {
    projectId,
    client_env: environment = 'live',
    variant_id: id,
    variant_name: name,
    in_progress: open,
  } = filters;
  const channels = channelsOf(filters);
  return record =>
    record.projectId === projectId &&
    record.environment === environment &&
    (channels === null || channels.has(record.channel)) &&
    (id === undefined || record.variantId === id) &&
    (name === undefined || record.variantName === name) &&
    (open === undefined || open === (record.endedAt === null));
}

function channelsOf({ channel }: Filters): ReadonlySet<string> | null {
  if (channel === undefined) return null;
  const labels = (typeof channel === 'string' ? [channel] : channel).map(each => each.toUpperCase());
  return new Set(labels.map(each => LABELS[each] ?? each));
}

/** Returns the index of the first record in the time range, and of the first one after it. */
export function rangeOf(records: Records, { start_time: start, end_time: end }: Filters) {
  return {
    from: start === undefined ? 0 : records.indexFrom(timeOf(start), ''),
    to: end === undefined ? records.list.length : records.indexFrom(timeOf(end), ''),
  };
}

/** Contents of a cursor: the last record of its page, and a hash of the filters of the request. */
interface CursorFacts {
  readonly at: number;
  readonly id: string;
  readonly filters: string;
}

/** Returns an opaque, URL-safe cursor. */
export function cursorAfter(record: ConversationRecord, filters: Filters): string {
  const facts: CursorFacts = { at: record.startedAt, id: record.id, filters: markOf(filters) };
  const bytes = new TextEncoder().encode(JSON.stringify(facts));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Returns the index of the first record after the cursor. Throws 400 if the cursor is malformed, or was made under other filters. */
export function indexAfter(records: Records, cursor: string, filters: Filters): number {
  const facts = readCursor(cursor);
  if (!facts) throw refused('is malformed');
  if (facts.filters !== markOf(filters)) throw refused('was made under other filters');
  const index = records.indexFrom(facts.at, facts.id);
  return records.list[index]?.id === facts.id ? index + 1 : index;
}

function refused(message: string): Problem {
  const code = 'GET_CONVERSATIONS_FILTER_PARSE_ERROR';
  return new Problem(400, `cursor: ${message}`, { code, fields: [{ field: 'cursor', message }] });
}

function readCursor(cursor: string): CursorFacts | undefined {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0));
    const facts: Partial<CursorFacts> = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { at, id, filters } = facts;
    const isWhole = typeof at === 'number' && typeof id === 'string' && typeof filters === 'string';
    return isWhole ? { at, id, filters } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a short hash of the filters. If two hashes collide, a cursor made under other filters is accepted: its sender gets a wrong page, and
 * nobody else is affected.
 */
function markOf(filters: Filters): string {
  const text = JSON.stringify(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
