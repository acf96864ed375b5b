/** Conversations and Concurrent Calls (docs/PLATFORM.md). */

import { getConcurrency } from '../contract/concurrency.ts';
import { listConversations, listConversationsV1, listConversationsV2 } from '../contract/conversations.ts';
import { unreadable } from './answer.ts';
import { call } from './call.ts';
import type { Connection } from './connection.ts';
import type { PlatformError } from './error.ts';
import type {
  Concurrency,
  ConcurrencyQuery,
  Conversation,
  ConversationPage,
  ConversationPageV1,
  ConversationPageV2,
  ConversationQuery,
  ConversationQueryV1,
  ConversationQueryV2,
} from './runtime-types.ts';

/** Records on one page, if the caller names no number: the default differs between deployments. No deployment refuses so many, and some refuse more. */
const PAGE = 1000;

export const conversationsCalls = (connection: Connection) => ({
  /** One page of v3, the current version. */
  page: async (query: ConversationQuery = {}): Promise<ConversationPage> => {
    const page = await pageOf(connection, query);
    if (page.cursor !== null && page.cursor === query.cursor) throw sameCursor();
    return page;
  },
  /** One page of v2. */
  pageV2: (query: ConversationQueryV2 = {}): Promise<ConversationPageV2> =>
    call(connection, listConversationsV2, { query: { ...query, limit: query.limit ?? PAGE } }),
  /** One page of v1. */
  pageV1: (query: ConversationQueryV1 = {}): Promise<ConversationPageV1> =>
    call(connection, listConversationsV1, { query: { ...query, limit: query.limit ?? PAGE } }),
  /** All conversations that match, in ascending order, page by page with the cursor of v3. Loop over it with `for await`. */
  all: (query: ConversationQuery = {}): AsyncGenerator<Conversation> => byCursor(connection, query),
  /** The same over v1, page by page with offsets. */
  allV1: (query: ConversationQueryV1 = {}): AsyncGenerator<Conversation> => byOffset(connection, query),
});

const pageOf = (connection: Connection, query: ConversationQuery): Promise<ConversationPage> =>
  call(connection, listConversations, { query: { ...query, limit: query.limit ?? PAGE } });

/** A cursor that leads back to itself would be followed for ever. */
const sameCursor = (): PlatformError =>
  unreadable(listConversations, 200, 'expected the cursor of the next page, got the same cursor again');

/** A smaller page than the caller wants is no loss when all are followed. Samples and similar records have no second page. */
function sizeOf({ limit = PAGE, sample, query_type }: ConversationQuery) {
  return { limit: sample === undefined && query_type !== 'semantic' ? Math.min(limit, PAGE) : limit };
}

async function* byCursor(connection: Connection, query: ConversationQuery): AsyncGenerator<Conversation> {
  const seen = new Set<string>();
  let cursor = query.cursor;
  do {
    if (cursor !== undefined) seen.add(cursor);
    const page: ConversationPage = await pageOf(connection, { ...query, ...sizeOf(query), cursor });
    yield* page.conversations;
    cursor = page.cursor ?? undefined;
    if (cursor !== undefined && seen.has(cursor)) throw sameCursor();
  } while (cursor !== undefined);
}

async function* byOffset(connection: Connection, query: ConversationQueryV1): AsyncGenerator<Conversation> {
  let offset: number | undefined = query.offset ?? 0;
  while (offset !== undefined) {
    const page: ConversationPageV1 = await call(connection, listConversationsV1, {
      query: { ...query, ...sizeOf(query), offset },
    });
    yield* page.conversations;
    const next: number | undefined = page.next_offset ?? undefined;
    if (next !== undefined && next <= offset)
      throw unreadable(listConversationsV1, 200, `expected an offset above ${offset}, got ${next}`);
    offset = next;
  }
}

export const concurrencyCalls = (connection: Connection) => ({
  /** Peaks in windows of five minutes, ascending by time, over at most one week. */
  get: (query: ConcurrencyQuery): Promise<Concurrency> => call(connection, getConcurrency, { query }),
});
