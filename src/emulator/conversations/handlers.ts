/** Conversations v1, v2 and v3 over the same records. */

import {
  DEFAULT_PER_PAGE,
  listConversations,
  listConversationsV1,
  listConversationsV2,
} from '../../contract/families/conversations.ts';
import { Problem } from '../model/problem.ts';
import { type Answer, type Call, handle } from '../rest/call.ts';
import type { ConversationRecord, Records } from '../store/records.ts';
import type { Core } from '../store/state.ts';
import { cursorAfter, type Filters, indexAfter, rangeOf, type Test, testFor } from './filters.ts';
import { conversationJson, type View } from './record-json.ts';
import { mostSimilar, randomSample, transcriptTest } from './search.ts';

/** Descriptions of a record's fields, which v1 adds to its response. */
const DESCRIPTIONS = Object.fromEntries(
  Object.entries(listConversationsV1.answer.shape.conversations.element.shape).map(([name, field]) => [
    name,
    field.description ?? '',
  ]),
);

export const conversationsHandlers = [
  handle(listConversations, (core, call) => {
    const { query, project } = call;
    const limit = query.limit ?? DEFAULT_PER_PAGE[call.dialect];
    const view = viewOf(call, 3, query.include_latency);
    const filters = filtersOf(call);
    const inMode = chosen(core, filters, limit, query);
    if (inMode) return answer(view, { records: inMode, cursor: null });
    const page = pageOf(core.records, filters, testOf(filters), limit, query.offset, query.cursor);
    return answer(view, page, project.streamsChunks);
  }),

  handle(listConversationsV2, (core, call) => {
    const { query, project } = call;
    if (query.cursor !== undefined && !project.streamsChunks) {
      const field = { field: 'cursor', message: 'needs a project with chunked streaming' };
      throw new Problem(400, `cursor: ${field.message}`, { code: 'CONVERSATIONS_VALIDATION_FAILED', fields: [field] });
    }
    const filters = filtersOf(call);
    const limit = query.limit ?? DEFAULT_PER_PAGE[call.dialect];
    const { cursor, ...page } = pageOf(core.records, filters, testFor(filters), limit, query.offset, query.cursor);
    const view = viewOf(call, 2, query.include_latency);
    return answer(view, project.streamsChunks ? { ...page, cursor } : page, project.streamsChunks);
  }),

  handle(listConversationsV1, ({ records }, call) => {
    const { query } = call;
    const filters = filtersOf(call);
    const { cursor: _, ...page } = pageOf(
      records,
      filters,
      testFor(filters),
      query.limit ?? 5,
      query.offset,
      undefined,
    );
    return answer(viewOf(call, 1, false), { ...page, descriptions: { conversations: DESCRIPTIONS } });
  }),
];

type AnyCall = Pick<Call<typeof listConversationsV2>, 'query' | 'project' | 'dialect' | 'at'>;

function filtersOf({ query, project }: { readonly query: object; readonly project: { readonly id: string } }): Filters {
  const {
    limit: _,
    offset: _o,
    cursor: _c,
    include_latency: _l,
    sample: _s,
    ...chosenBy
  } = query as Record<string, unknown>;
  return { ...chosenBy, projectId: project.id };
}

const viewOf = (
  { dialect, project, at }: AnyCall | Pick<Call<typeof listConversations>, 'dialect' | 'project' | 'at'>,
  version: View['version'],
  withLatency = false,
): View => ({
  version,
  dialect,
  project,
  withLatency,
  now: at,
});

function testOf(filters: Filters): Test {
  const passes = testFor(filters);
  if (filters.query_type !== 'transcript') return passes;
  const says = transcriptTest(filters.query ?? '', filters.turn_type);
  return record => passes(record) && says(record);
}

/** Returns the records for a random sample or a semantic search, which have no pages; null for other requests. */
function chosen(core: Core, filters: Filters, limit: number, query: { readonly sample?: string | undefined }) {
  if (query.sample === undefined && filters.query_type !== 'semantic') return null;
  const { from, to } = rangeOf(core.records, filters);
  const all = core.records.list.slice(from, to).filter(testFor(filters));
  return query.sample ? randomSample(all, limit, core.settings.random) : mostSimilar(all, filters.query ?? '', limit);
}

interface Page {
  readonly records: readonly ConversationRecord[];
  readonly next_offset?: number;
  readonly cursor?: string | null | undefined;
  readonly descriptions?: object;
}

/** Finds one record more than the page holds, to know whether there is another page. */
function pageOf(
  records: Records,
  filters: Filters,
  test: Test,
  limit: number,
  offset = 0,
  cursor: string | undefined,
): Page {
  const range = rangeOf(records, filters);
  const from = cursor === undefined ? range.from : Math.max(range.from, indexAfter(records, cursor, filters));
  let skip = cursor === undefined ? offset : 0;
  const found: ConversationRecord[] = [];
  let more = false;
  for (let index = from; index < range.to && !more; index += 1) {
    const record = records.list[index];
    if (!record || !test(record)) continue;
    if (skip > 0) skip -= 1;
    else if (found.length < limit) found.push(record);
    else more = true;
  }
  const last = found.at(-1);
  return {
    records: found,
    ...(more && cursor === undefined ? { next_offset: offset + found.length } : {}),
    cursor: more && last ? cursorAfter(last, filters) : null,
  };
}

function answer(view: View, { records, ...rest }: Page, inChunks = false): Answer {
  if (!inChunks)
    return { status: 200, body: { conversations: records.map(each => conversationJson(each, view)), ...rest } };
  return { status: 200, pieces: chunks(view, records, rest) };
}

/** Yields the body's JSON in pieces, one conversation at a time. */
function* chunks(view: View, records: readonly ConversationRecord[], rest: object): Generator<string> {
  yield '{"conversations":[';
  for (const [index, record] of records.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(conversationJson(record, view))}`;
  }
  const tail = JSON.stringify(rest).slice(1);
  yield tail === '}' ? ']}' : `],${tail}`;
}
