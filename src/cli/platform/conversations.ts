/** `natter conversations`: lists and exports conversations, page by page. */

import { PlatformError } from '../../platform/call/error.ts';
import type { Conversation } from '../../platform/families/runtime-types.ts';
import { type ConversationsCall, cursorFor, readConversationsCall, USAGE } from './conversations-arguments.ts';
import { NEEDS } from './environment.ts';
import { type Column, createTable, toCsv, toJsonLine } from './output.ts';
import { type PlatformCommand, SYSTEM } from './ports.ts';
import { runPlan, type Work } from './run.ts';

/** Number of rows on a page, few enough to arrive well before the timeout. */
const PAGE = 500;

export const conversationsCommand: PlatformCommand = (context, args, ports = SYSTEM) =>
  runPlan(context, ports, USAGE, () => {
    const call = readConversationsCall(args, ports.now());
    return call && { needs: NEEDS.conversations, work: work => listConversations(call, work) };
  });

async function listConversations(call: ConversationsCall, work: Work): Promise<number> {
  const toLines = createFormatter(call, work.ports.columns());
  let { cursor } = call;
  let count = 0;
  const resume = (): void => {
    if (cursor !== undefined) work.complain(`Resume with --cursor ${cursorFor(call, cursor)}`);
  };
  try {
    do {
      const limit = Math.min(PAGE, call.limit - count);
      const page = await work.platform.conversations.page({ ...call.filters, limit, cursor });
      for (const line of toLines(page.conversations)) work.print(line);
      count += page.conversations.length;
      cursor = page.cursor ?? undefined;
      if (cursor !== undefined && count < call.limit) work.complain(`${count} conversations so far`);
    } while (cursor !== undefined && count < call.limit);
  } catch (error) {
    // A cursor that the platform refused cannot resume the run.
    if (!(error instanceof PlatformError && error.status === 400)) resume();
    throw error;
  }
  work.complain(count === 1 ? '1 conversation' : `${count} conversations`);
  resume();
  return 0;
}

/**
 * Returns a function from a page to its lines. The first page has a header. A CSV run that starts from a cursor has no header, because the earlier
 * run already wrote it.
 */
function createFormatter(
  { format, cursor }: ConversationsCall,
  columns: number | undefined,
): (rows: readonly Conversation[]) => readonly string[] {
  if (format === 'jsonl') return rows => rows.map(toJsonLine);
  if (format === 'table') return createTable(TABLE, columns);
  let header = cursor === undefined ? [toCsv(CSV.map(({ title }) => title))] : [];
  return rows => {
    const lines = [...header, ...rows.map(row => toCsv(CSV.map(({ value }) => value(row))))];
    header = [];
    return lines;
  };
}

const TABLE: readonly Column<Conversation>[] = [
  { title: 'started', value: row => row.started_at.replace(/\.\d+Z$/, 'Z') },
  { title: 'channel', value: row => row.channel },
  { title: 'seconds', value: row => row.total_duration },
  { title: 'turns', value: row => row.num_turns },
  { title: 'state', value: row => (row.in_progress ? 'in progress' : row.handoff ? 'handed off' : 'ended') },
  { title: 'id', value: row => row.id },
  { title: 'variant', value: row => row.variant_name },
];

const FIELDS = [
  'id',
  'started_at',
  'channel',
  'environment',
  'in_progress',
  'variant_id',
  'variant_name',
  'from_number',
  'to_number',
  'total_duration',
  'polyai_duration',
  'num_turns',
  'num_silences',
  'num_ood',
  'handoff',
  'handoff_destination',
  'handoff_reason',
] as const;

const CSV: readonly Column<Conversation>[] = FIELDS.map(field => ({ title: field, value: row => row[field] }));
