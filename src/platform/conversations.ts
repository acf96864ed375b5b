/** Conversations and Concurrent Calls (docs/PLATFORM.md). */

import { getConcurrency } from '../contract/concurrency.ts';
import { listConversations, listConversationsV1, listConversationsV2 } from '../contract/conversations.ts';
import { call } from './call.ts';
import type { Connection } from './connection.ts';
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

/** Records on one page, if the caller names no number: the default differs between deployments. */
const PAGE = 1000;

export const conversationsCalls = (connection: Connection) => ({
  /** One page of v3, the current version. */
  page: (query: ConversationQuery = {}): Promise<ConversationPage> =>
    call(connection, listConversations, { query: { ...query, limit: query.limit ?? PAGE } }),
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

async function* byCursor(connection: Connection, query: ConversationQuery): AsyncGenerator<Conversation> {
  let cursor = query.cursor;
  do {
    const page = await call(connection, listConversations, { query: { ...query, limit: query.limit ?? PAGE, cursor } });
    yield* page.conversations;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

async function* byOffset(connection: Connection, query: ConversationQueryV1): AsyncGenerator<Conversation> {
  let offset: number | undefined = query.offset ?? 0;
  while (offset !== undefined) {
    const page: ConversationPageV1 = await call(connection, listConversationsV1, {
      query: { ...query, limit: query.limit ?? PAGE, offset },
    });
    yield* page.conversations;
    offset = page.next_offset ?? undefined;
  }
}

export const concurrencyCalls = (connection: Connection) => ({
  /** Peaks in windows of five minutes, ascending by time, over at most one week. */
  get: (query: ConcurrencyQuery): Promise<Concurrency> => call(connection, getConcurrency, { query }),
});
