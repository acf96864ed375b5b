/** Conversations and Concurrent Calls (docs/PLATFORM.md). */

import { getConcurrency } from '../../contract/families/concurrency.ts';
import { listConversations, listConversationsV1, listConversationsV2 } from '../../contract/families/conversations.ts';
import { unreadable } from '../call/answer.ts';
import { call } from '../call/call.ts';
import type { Connection } from '../call/connection.ts';
import type { PlatformError } from '../call/error.ts';
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

/**
 * Default of `limit`, because the platform's own default differs between deployments. All deployments accept this number; some refuse a higher one.
 */
const PAGE = 1000;

export const conversationsCalls = (connection: Connection) => ({
  /** Returns one page of v3, the current version. */
  page: async (query: ConversationQuery = {}): Promise<ConversationPage> => {
    const page = await pageOf(connection, query);
    if (page.cursor !== null && page.cursor === query.cursor) throw sameCursor();
    return page;
  },
  /** Returns one page of v2. */
  pageV2: (query: ConversationQueryV2 = {}): Promise<ConversationPageV2> =>
    call(connection, listConversationsV2, { query: { ...query, limit: query.limit ?? PAGE } }),
  /** Returns one page of v1. */
  pageV1: (query: ConversationQueryV1 = {}): Promise<ConversationPageV1> =>
    call(connection, listConversationsV1, { query: { ...query, limit: query.limit ?? PAGE } }),
  /** Returns all conversations that match, in ascending order of their start, for a `for await` loop. Fetches page by page with the cursor of v3. */
  all: (query: ConversationQuery = {}): AsyncGenerator<Conversation> => byCursor(connection, query),
  /** Like `all`, but from v1, page by page with offsets. */
  allV1: (query: ConversationQueryV1 = {}): AsyncGenerator<Conversation> => byOffset(connection, query),
});

const pageOf = (connection: Connection, query: ConversationQuery): Promise<ConversationPage> =>
  call(connection, listConversations, { query: { ...query, limit: query.limit ?? PAGE } });

/** Error of a page whose cursor leads to the same page, which would be fetched endlessly. */
const sameCursor = (): PlatformError =>
  unreadable(listConversations, 200, 'expected the cursor of the next page, got the same cursor again');

/**
 * Returns the size of a page. All pages are fetched anyway, so a page may be smaller than the caller's `limit`. A sample or a semantic search has
 * only one page, so its `limit` stays.
 */
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
  /** Returns the peaks in windows of five minutes, ascending by time, over at most one week. */
  get: (query: ConcurrencyQuery): Promise<Concurrency> => call(connection, getConcurrency, { query }),
});
