/** Conversations v1, v2 and v3: records of conversations, read only (specification 2.2, 4.3, 9). */

import { z } from 'zod';
import { attributes, environment, flag, time, timeOf, wholeNumber } from './fields.ts';
import { defineRoute, type Family, noBody, noFields } from './route.ts';

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

/** v1 has the older error shape. */
const familyV1: Family = { ...family, title: 'Conversations v1', errors: 'message' };

/** Most records on one page: 5,000 by the narrative of the specification, 1,000 by its reference. */
export const MOST_PER_PAGE = { service: 5000, poly: 1000 } as const;
export const DEFAULT_PER_PAGE = { service: 5, poly: 1000 } as const;

const shared = {
  /** Conversations that began at this time or later. */
  start_time: time.optional(),
  /** Conversations that began before this time. */
  end_time: time.optional(),
  /** Default `live`. */
  client_env: environment.optional(),
  variant_id: z.string().optional(),
  /** One of `variant_id` and `variant_name`. */
  variant_name: z.string().optional(),
  /** True: only those in progress; false: only finished ones. Default: all. */
  in_progress: flag.optional(),
  /** Records on one page. Default 5, or 1,000 in `poly`; always give it. */
  limit: wholeNumber(1, 5000).optional(),
  /** Number of records to leave out. Default 0. */
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
};

const channels = z.union([z.string(), z.array(z.string())]).optional();

const refused = (version: string) => z.never({ error: `is not accepted by ${version}` }).optional();

interface Filters {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly variant_id?: string | undefined;
  readonly variant_name?: string | undefined;
}

const inOrder = ({ start_time: start, end_time: end }: Filters): boolean =>
  start === undefined || end === undefined || timeOf(start) <= timeOf(end);
const ORDER = { error: 'must not be before start_time', path: ['end_time'] };
const oneVariant = (query: Filters): boolean => query.variant_id === undefined || query.variant_name === undefined;
const ONE_VARIANT = { error: 'cannot be given together with variant_id', path: ['variant_name'] };

const turn = z.object({
  user_input: z.string().nullable(),
  user_input_dtmf: z.string().nullable().optional(),
  user_input_datetime: z.string(),
  /** The user interrupted the agent. */
  barge_in: z.boolean().optional(),
  agent_response: z.string().nullable(),
  agent_response_datetime: z.string(),
  /** Seconds; only with include_latency. */
  latency: z.number().optional(),
  translated_user_input: z.string().optional(),
  english_agent_response: z.string().optional(),
  intents: z.array(z.string()).optional(),
  /** Names and values; some deployments send a list of objects with one name each. */
  entities: z.union([attributes, z.array(attributes)]).optional(),
  is_ood: z.boolean().optional(),
  is_silence: z.boolean().optional(),
});

const conversation = z.object({
  id: z.string(),
  account_id: z.string(),
  project_id: z.string(),
  environment: z.string(),
  /** ISO 8601. */
  started_at: z.string(),
  /** `VOICE-SIP`, `WEBCHAT`, `CHAT`, `SMS`, `WHATSAPP`, `RCS`. */
  channel: z.string(),
  in_progress: z.boolean(),
  variant_id: z.string().nullable().optional(),
  variant_name: z.string().nullable().optional(),
  from_number: z.string().nullable().optional(),
  to_number: z.string().nullable().optional(),
  /** Counts turns even if `turns` is empty. */
  num_turns: z.number().int().optional(),
  /** Seconds; up to now while it is in progress. */
  total_duration: z.number().optional(),
  /** Seconds for which the platform itself answered. */
  polyai_duration: z.number().optional(),
  handoff: z.boolean().optional(),
  handoff_reason: z.string().nullable().optional(),
  handoff_destination: z.string().nullable().optional(),
  num_silences: z.number().int().optional(),
  num_ood: z.number().int().optional(),
  /** Text, or a list of at least two texts if a metric was written more than once. */
  metrics: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  state: attributes.optional(),
  /** Empty if the project shows no transcripts. */
  turns: z.array(turn).optional(),
});

export type ConversationWire = z.output<typeof conversation>;
export type TurnWire = z.output<typeof turn>;

const FAILURES = [400, 401, 403, 404, 429, 500];

export const listConversations = defineRoute({
  family,
  name: 'listConversations',
  summary: 'Conversations with filters, search and a cursor',
  method: 'GET',
  path: '/v3/{account_id}/{project_id}/conversations',
  params: noFields,
  query: z
    .object({
      ...shared,
      /** `transcript`: the words of `query` in their order, within one turn. `semantic`: similar words. */
      query_type: z.enum(['transcript', 'semantic']).optional(),
      /** A random sample of at most `limit`; no query. */
      sample: z.enum(['random']).optional(),
      /** Search text; needs `query_type`. */
      query: z.string().trim().min(1, 'must not be blank').optional(),
      /** Whose words a transcript search looks at. Default: both. */
      turn_type: z.enum(['user', 'agent']).optional(),
      /** One or more labels, in any letter case. */
      channel: channels,
      /** From the page before; wins over `offset`. Keep all other filters as they were. */
      cursor: z.string().optional(),
      /** Adds `latency` to turns. */
      include_latency: flag.optional(),
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
    }),
  body: noBody,
  status: 200,
  answer: z.object({
    conversations: z.array(conversation),
    /** Offset of the next page; absent on the last one. */
    next_offset: z.number().int().optional(),
    /** For the next page; null at the end. */
    cursor: z.string().nullable(),
  }),
  failures: FAILURES,
});

const isPlain = (query: { readonly query_type?: unknown; readonly sample?: unknown }): boolean =>
  query.query_type === undefined && query.sample === undefined;

export const listConversationsV2 = defineRoute({
  family,
  name: 'listConversationsV2',
  summary: 'The schema of v3 with the older authentication, for existing integrations',
  method: 'GET',
  path: '/v2/{account_id}/{project_id}/conversations',
  params: noFields,
  query: z
    .object({
      ...shared,
      channel: channels,
      /** Only for projects with chunked streaming. */
      cursor: z.string().optional(),
      include_latency: flag.optional(),
      query_type: refused('v2'),
      sample: refused('v2'),
      query: refused('v2'),
      turn_type: refused('v2'),
    })
    .refine(inOrder, ORDER)
    .refine(oneVariant, ONE_VARIANT),
  body: noBody,
  status: 200,
  answer: z.object({
    conversations: z.array(conversation),
    next_offset: z.number().int().optional(),
    cursor: z.string().nullable().optional(),
  }),
  failures: FAILURES,
});

export const listConversationsV1 = defineRoute({
  family: familyV1,
  name: 'listConversationsV1',
  summary: 'The earlier pipeline; unsupported from 31 August 2026',
  method: 'GET',
  path: '/v1/{account_id}/{project_id}/conversations',
  params: noFields,
  query: z
    .object({
      ...shared,
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
    conversations: z.array(conversation),
    /** Meanings of the fields, by their names. */
    descriptions: z.object({ conversations: z.record(z.string(), z.string()) }),
    next_offset: z.number().int().optional(),
  }),
  failures: FAILURES,
});

export const conversationsRoutes = [listConversations, listConversationsV2, listConversationsV1];
