/** The written types of `natter/platform` equal those of the schemas, and refuse wrong uses. Nothing here runs: the type check reads it. */

import { expectTypeOf } from 'vitest';
import type { createAlertRule, listAlertRules } from '../../src/contract/families/alerts.ts';
import type { createChat, respondToChat } from '../../src/contract/families/chat.ts';
import type { listConversations } from '../../src/contract/families/conversations.ts';
import type { AnswerOf, BodyOf, QueryOf } from '../../src/contract/shape/route.ts';
import {
  type AlertRule,
  type AlertRuleQuery,
  type ChatReply,
  type ChatStart,
  type Conversation,
  type ConversationPage,
  createPlatform,
  type NewAlertRule,
  type PlatformError,
} from '../../src/entries/platform.ts';

const platform = createPlatform({ baseUrl: 'https://api.example.com', keys: { chat: 'key' } });

declare const variable: string | undefined;
// Variables of the environment may be missing: the call that needs one is rejected.
createPlatform({
  baseUrl: 'https://api.example.com',
  keys: { chat: variable },
  accountId: variable,
  builderUrl: variable,
});

expectTypeOf<ChatStart>().toEqualTypeOf<BodyOf<typeof createChat>>();
expectTypeOf<ChatReply>().toEqualTypeOf<AnswerOf<typeof respondToChat>>();
expectTypeOf<ConversationPage>().toEqualTypeOf<AnswerOf<typeof listConversations>>();
expectTypeOf<AlertRuleQuery>().toEqualTypeOf<QueryOf<typeof listAlertRules>>();
expectTypeOf<NewAlertRule>().toEqualTypeOf<BodyOf<typeof createAlertRule>>();
expectTypeOf(platform.conversations.all()).toEqualTypeOf<AsyncGenerator<Conversation>>();
expectTypeOf(platform.alerts.rules).returns.resolves.toEqualTypeOf<AlertRule[]>();
expectTypeOf<PlatformError['retryAfterMs']>().toEqualTypeOf<number | null>();

// @ts-expect-error: a conversation is required.
platform.chat.respond({ message: 'Hello' });
// @ts-expect-error: not one of the channels.
platform.chat.create({ channel: 'fax' });
// @ts-expect-error: v1 has no search.
platform.conversations.pageV1({ query: 'refund' });
// @ts-expect-error: versions are published to sandbox only.
platform.agents.deployments.publish('PROJECT-shop', { environment: 'live' });
// @ts-expect-error: a version gets to sandbox by publishing.
platform.agents.deployments.promote('PROJECT-shop', 'id', { targetEnvironment: 'sandbox' });
// @ts-expect-error: there is no such key.
createPlatform({ baseUrl: 'https://api.example.com', keys: { alerts: 'key' } });
