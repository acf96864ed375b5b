/** Concurrent Calls: peaks of concurrent conversations in windows of five minutes (specification 2.3, 4.4, 7.2). */

import { z } from 'zod';
import { environment, language, time } from './fields.ts';
import { defineRoute, type Family, noBody, noFields } from './route.ts';

const family: Family = {
  title: 'Concurrent Calls',
  description: 'Peaks of concurrent conversations in windows of five minutes.',
  host: 'runtime',
  key: 'conversations',
  keyHeader: 'x-api-key',
  errors: 'message',
  forbids: true,
  notAnObject: 400,
  malformedId: 400,
  refusesUnknownFields: false,
};

export const getConcurrency = defineRoute({
  family,
  name: 'getConcurrency',
  summary: 'Peak of concurrent conversations in each window of five minutes',
  method: 'GET',
  path: '/v1/{account_id}/{project_id}/conversations/concurrency',
  params: noFields,
  query: z
    .object({
      /** Rounded down to five minutes. */
      start_time: time,
      /** Rounded up to five minutes; at most one week after start_time. */
      end_time: time,
      /** Default `live`. */
      client_env: environment.optional(),
      variant_id: z.string().optional(),
      /** One of `variant_id` and `variant_name`. */
      variant_name: z.string().optional(),
      language: language.optional(),
      /** The number that was called. */
      phone_number: z.string().optional(),
      /** `variant`: a series for each variant. The other two are answered with 501. */
      slice_by: z.enum(['variant', 'language', 'phone_number']).optional(),
    })
    .refine(query => query.variant_id === undefined || query.variant_name === undefined, {
      error: 'cannot be given together with variant_id',
      path: ['variant_name'],
    }),
  body: noBody,
  status: 200,
  answer: z.object({
    account_id: z.string(),
    project_id: z.string(),
    /** Ascending by time. */
    intervals: z.array(
      z.object({
        /** Lower bound of the window, ISO 8601. */
        time: z.string(),
        max_concurrent_conversations: z.number().int(),
        variant_id: z.string().optional(),
        variant_name: z.string().optional(),
        language: z.string().optional(),
        phone_number: z.string().optional(),
      }),
    ),
  }),
  failures: [400, 401, 403, 404, 429, 500, 501],
});

export const concurrencyRoutes = [getConcurrency];
