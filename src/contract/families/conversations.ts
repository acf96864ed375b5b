/** Conversations v1, v2 and v3: records of conversations, read only (specification 2.2, 4.3, 9). */

import { z } from 'zod';
import { attributes, environment, flag, time, timeOf, wholeNumber } from '../shape/fields.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';

const family: Family = {
  title: 'Conversations',
  description: 'Records of conversations with their turns, in ascending order of their start.',
  host: 'runtime',
  key: 'conversations',
  keyHeader: 'x-api-key',
  errors: 'envelope',
  forbids: true,
  notAnObject: 400,
  malformedId: 400,
  refusesUnknownFields: false,
  validationCode: 'CONVERSATIONS_VALIDATION_FAILED',
};

/** The family of v1, which has the older error shape. */
const familyV1: Family = { ...family, title: 'Conversations v1', errors: 'message' };

export const DEFAULT_PER_PAGE = { service: 5, poly: 1000 } as const;

const shared = {
  start_time: time
    .optional()
    .describe('Only conversations that began at this time or later, ISO 8601; without a zone it is UTC.'),
  end_time: time
    .optional()
    .describe('Only conversations that began before this time, ISO 8601; without a zone it is UTC.'),
  client_env: environment.optional().describe('Environment of the conversations. Default: `live`.'),
  variant_id: z.string().optional().describe('Only conversations of this variant.'),
  variant_name: z
    .string()
    .optional()
    .describe('Only conversations of the variant with this name. Not together with `variant_id`.'),
  in_progress: flag.optional().describe('True: only those in progress; false: only finished ones. Default: all.'),
  limit: wholeNumber(1, 5000)
    .optional()
    .describe(
      'Largest number of records on the page: 1 to 5,000, in the dialect `poly` 1 to 1,000. The default is 5, in `poly` 1,000, so always set a limit.',
    ),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional().describe('Number of records to skip. Default: 0.'),
};

/** The specification states two limits for v2 and v3: 1,000 in its reference, which the dialect `poly` uses, and 5,000 in its narrative. */
const polyShared = {
  ...shared,
  limit: wholeNumber(1, 1000)
    .optional()
    .describe(
      'Largest number of records on the page, 1 to 1,000. Default: 1,000; other deployments differ, so always set a limit.',
    ),
};

const channels = z.union([z.string(), z.array(z.string())], { error: 'must be text, or a list of texts' }).optional();

const refused = (version: string) => z.never({ error: `is not accepted by ${version}` }).optional();

interface Filters {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly variant_id?: string | undefined;
  readonly variant_name?: string | undefined;
}

const inOrder = ({ start_time: start, end_time: end }: Filters): boolean =>
  start === undefined || end === undefined || !(timeOf(start) > timeOf(end));
const ORDER = { error: 'must not be before start_time', path: ['end_time'] };
const oneVariant = (query: Filters): boolean => query.variant_id === undefined || query.variant_name === undefined;
const ONE_VARIANT = { error: 'cannot be given together with variant_id', path: ['variant_name'] };

const turn = z.object({
  user_input: z.string().nullable().describe('Text of the user; empty in the greeting, and if the user said nothing.'),
  user_input_dtmf: z.string().nullable().optional().describe('Keys that the user pressed on a phone.'),
  user_input_datetime: z.string().describe('Time of the user input, ISO 8601.'),
  barge_in: z.boolean().optional().describe('True: the user interrupted the agent.'),
  agent_response: z.string().nullable().describe('Reply of the agent.'),
  agent_response_datetime: z.string().describe('Time of the reply, ISO 8601.'),
  latency: z.number().optional().describe('Seconds from the user input to the reply; only with `include_latency`.'),
  translated_user_input: z.string().optional().describe('The user input in English; empty if translation is off.'),
  english_agent_response: z.string().optional().describe('The reply in English; empty if translation is off.'),
  intents: z.array(z.string()).optional().describe('Intents that were recognised.'),
  entities: z
    .union([attributes, z.array(attributes)])
    .optional()
    .describe('Recognised entities: values by name. Some deployments send a list of objects with one name each.'),
  is_ood: z
    .boolean()
    .optional()
    .describe('True: the user input is out of domain, which means unrelated to the tasks of the agent.'),
  is_silence: z.boolean().optional().describe('True: the user said nothing.'),
});

const conversation = z.object({
  id: z.string().describe('Unique id of the conversation.'),
  account_id: z.string().describe('Account, with its prefix.'),
  project_id: z.string().describe('Project, with its prefix.'),
  environment: z.string().describe('Deployment environment: `live`, `sandbox` or `pre-release`.'),
  started_at: z.string().describe('Start of the conversation, ISO 8601.'),
  channel: z.string().describe('Label of the channel: `VOICE-SIP`, `WEBCHAT`, `CHAT`, `SMS`, `WHATSAPP`, `RCS`.'),
  in_progress: z.boolean().describe('True: the conversation is in progress, and its turns may be incomplete.'),
  variant_id: z.string().nullable().optional().describe('Variant of the conversation.'),
  variant_name: z.string().nullable().optional().describe('Name of the variant.'),
  from_number: z.string().nullable().optional().describe('Number of the caller; empty for text channels.'),
  to_number: z.string().nullable().optional().describe('Number that was called; empty for text channels.'),
  num_turns: z.number().int().optional().describe('Number of turns, counted even if `turns` is empty.'),
  total_duration: z
    .number()
    .optional()
    .describe('Duration in seconds; of a conversation in progress, the seconds until now.'),
  polyai_duration: z
    .number()
    .optional()
    .describe('Seconds that the agent took part: until a hand-off, and without the time of a bridge.'),
  handoff: z.boolean().optional().describe('True: the conversation was handed off.'),
  handoff_reason: z.string().nullable().optional().describe('Reason of the hand-off; empty without one.'),
  handoff_destination: z.string().nullable().optional().describe('Destination of the hand-off; empty without one.'),
  num_silences: z.number().int().optional().describe('Number of turns in which the user said nothing.'),
  num_ood: z.number().int().optional().describe('Number of turns that are out of domain.'),
  metrics: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .optional()
    .describe(
      'The metrics that the project shows, by name. The value is a text, or a list of texts if the metric was written more than once.',
    ),
  state: attributes.optional().describe('Variables of the conversation: built-in ones, and its own attributes.'),
  turns: z.array(turn).optional().describe('The turns in order; empty if the project shows no transcripts.'),
});

export type ConversationWire = z.output<typeof conversation>;
export type TurnWire = z.output<typeof turn>;

const FAILURES = [400, 401, 403, 404, 429, 500];

const queryV3 = (common: typeof shared) =>
  z
    .object({
      ...common,
      query_type: z
        .enum(['transcript', 'semantic'])
        .optional()
        .describe(
          '`transcript` finds conversations that have all words of `query`, in this order, within one turn. `semantic` finds similar conversations. Needs `query`, `start_time` and `end_time`.',
        ),
      sample: z
        .enum(['random'])
        .optional()
        .describe(
          '`random` returns at most `limit` records, chosen anew for each call. Needs `start_time` and `end_time`; cannot be combined with `query_type`.',
        ),
      query: z.string().trim().min(1, 'must not be blank').optional().describe('Search text; needs `query_type`.'),
      turn_type: z
        .enum(['user', 'agent'])
        .optional()
        .describe('Side whose words a transcript search covers: `user` or `agent`. Default: both.'),
      channel: channels.describe('One or more labels, in any letter case. Default: all channels.'),
      cursor: z
        .string()
        .optional()
        .describe('The `cursor` of the previous page. Do not change the other filters. `offset` is ignored.'),
      include_latency: flag.optional().describe('True: turns have `latency`. Default: false.'),
    })
    .refine(inOrder, ORDER)
    .refine(oneVariant, ONE_VARIANT)
    .refine(each => each.query_type === undefined || each.sample === undefined, {
      error: 'cannot be given together with query_type',
      path: ['sample'],
    })
    .refine(each => each.query_type === undefined || each.query !== undefined, {
      error: 'is required with query_type',
      path: ['query'],
    })
    .refine(each => each.query_type !== undefined || each.query === undefined, {
      error: 'needs query_type',
      path: ['query'],
    })
    .refine(each => each.turn_type === undefined || each.query_type === 'transcript', {
      error: 'goes with query_type=transcript only',
      path: ['turn_type'],
    })
    .refine(each => isPlain(each) || (each.start_time !== undefined && each.end_time !== undefined), {
      error: 'and end_time are required with query_type and sample',
      path: ['start_time'],
    });

export const listConversations = defineRoute({
  family,
  name: 'listConversations',
  description:
    'Returns records of one project and environment, ascending by start. For the next page pass its `cursor`, with the same filters, until it is null. This is the current version of the interface.',
  sections: '2.2, 4.3, 7.3, 9',
  summary: 'Conversations with filters, search and a cursor',
  method: 'GET',
  path: '/v3/{account_id}/{project_id}/conversations',
  params: noFields,
  query: queryV3(shared),
  polyQuery: queryV3(polyShared),
  body: noBody,
  status: 200,
  answer: z.object({
    conversations: z.array(conversation).describe('The records, ascending by start, then id.'),
    next_offset: z.number().int().optional().describe('Offset of the next page; absent on the last page.'),
    cursor: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
  }),
  failures: FAILURES,
});

const isPlain = (query: { readonly query_type?: unknown; readonly sample?: unknown }): boolean =>
  query.query_type === undefined && query.sample === undefined;

const queryV2 = (common: typeof shared) =>
  z
    .object({
      ...common,
      channel: channels.describe('One or more labels, in any letter case. Default: all channels.'),
      cursor: z
        .string()
        .optional()
        .describe('The `cursor` of the previous page. Only for projects with chunked streaming.'),
      include_latency: flag.optional().describe('True: turns have `latency`. Default: false.'),
      query_type: refused('v2'),
      sample: refused('v2'),
      query: refused('v2'),
      turn_type: refused('v2'),
    })
    .refine(inOrder, ORDER)
    .refine(oneVariant, ONE_VARIANT);

export const listConversationsV2 = defineRoute({
  family,
  name: 'listConversationsV2',
  description:
    'Returns the same records as v3, page by page with offsets, or with a cursor in projects with chunked streaming. Search and samples need v3. For existing integrations.',
  sections: '2.2, 4.3, 7.3, 9',
  summary: 'The schema of v3 with the older authentication, for existing integrations',
  method: 'GET',
  path: '/v2/{account_id}/{project_id}/conversations',
  params: noFields,
  query: queryV2(shared),
  polyQuery: queryV2(polyShared),
  body: noBody,
  status: 200,
  answer: z.object({
    conversations: z.array(conversation).describe('The records, ascending by start, then id.'),
    next_offset: z.number().int().optional().describe('Offset of the next page; absent on the last page.'),
    cursor: z
      .string()
      .nullable()
      .optional()
      .describe('Cursor of the next page, only with chunked streaming; null on the last page.'),
  }),
  failures: FAILURES,
});

export const listConversationsV1 = defineRoute({
  family: familyV1,
  name: 'listConversationsV1',
  description:
    'Returns records with null instead of empty texts, and descriptions of their fields, page by page with offsets. Best effort since 2 March 2026, without support from 31 August 2026.',
  sections: '2.2, 4.3, 7.3, 9',
  summary: 'The earlier pipeline; unsupported from 31 August 2026',
  method: 'GET',
  path: '/v1/{account_id}/{project_id}/conversations',
  params: noFields,
  query: z
    .object({
      ...shared,
      limit: wholeNumber(1, 5000).optional().describe('Largest number of records on the page, 1 to 5,000. Default: 5.'),
      query_type: refused('v1'),
      sample: refused('v1'),
      query: refused('v1'),
      turn_type: refused('v1'),
      channel: refused('v1'),
      cursor: refused('v1'),
      include_latency: refused('v1'),
    })
    .refine(inOrder, ORDER)
    .refine(oneVariant, ONE_VARIANT),
  body: noBody,
  status: 200,
  answer: z.object({
    conversations: z.array(conversation).describe('The records, ascending by start, then id.'),
    descriptions: z
      .object({
        conversations: z.record(z.string(), z.string()).describe('Descriptions of the fields of a record, by name.'),
      })
      .describe('Descriptions of the fields.'),
    next_offset: z.number().int().optional().describe('Offset of the next page; absent on the last page.'),
  }),
  failures: FAILURES,
});

export const conversationsRoutes = [listConversations, listConversationsV2, listConversationsV1];
