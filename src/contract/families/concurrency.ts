/** Concurrent Calls: peaks of concurrent conversations in windows of five minutes (specification 2.3, 4.4, 7.2). */

import { z } from 'zod';
import { environment, language, time } from '../shape/fields.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';

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
  description:
    'A conversation counts in every window that overlaps the time from its start to its end, or to now if it is in progress. Windows without conversations are returned with 0.',
  sections: '2.3, 4.4, 7.2',
  summary: 'Peak of concurrent conversations in each window of five minutes',
  method: 'GET',
  path: '/v1/{account_id}/{project_id}/conversations/concurrency',
  params: noFields,
  query: z
    .object({
      start_time: time.describe(
        'Beginning of the range, ISO 8601; without a zone it is UTC. Rounded down to five minutes.',
      ),
      end_time: time.describe(
        'End of the range, ISO 8601; at most one week after `start_time`. Rounded up to five minutes.',
      ),
      client_env: environment.optional().describe('Environment of the conversations. Default: `live`.'),
      variant_id: z.string().optional().describe('Only conversations of this variant.'),
      variant_name: z
        .string()
        .optional()
        .describe('Only conversations of the variant with this name. Not together with `variant_id`.'),
      language: language.optional().describe('Only conversations in this language.'),
      phone_number: z.string().optional().describe('Only calls to this number.'),
      slice_by: z
        .enum(['variant', 'language', 'phone_number'])
        .optional()
        .describe(
          '`variant`: one series for each variant. `language` and `phone_number` are not supported: 501. Default: one series.',
        ),
    })
    .refine(query => query.variant_id === undefined || query.variant_name === undefined, {
      error: 'cannot be given together with variant_id',
      path: ['variant_name'],
    }),
  body: noBody,
  status: 200,
  answer: z.object({
    account_id: z.string().describe('Account, with its prefix.'),
    project_id: z.string().describe('Project, with its prefix.'),
    intervals: z
      .array(
        z.object({
          time: z.string().describe('Beginning of the window, ISO 8601 in UTC.'),
          max_concurrent_conversations: z
            .number()
            .int()
            .describe('Highest number of simultaneous conversations within the window.'),
          variant_id: z.string().optional().describe('Variant of the series; only with `slice_by=variant`.'),
          variant_name: z.string().optional().describe('Name of the variant; only with `slice_by=variant`.'),
          language: z.string().optional().describe('The language of the query; absent if none was given.'),
          phone_number: z.string().optional().describe('The phone number of the query; absent if none was given.'),
        }),
      )
      .describe(
        'One entry for each window of five minutes, ascending by time; with `slice_by=variant` one for each window and variant.',
      ),
  }),
  failures: [400, 401, 403, 404, 429, 500, 501],
});

export const concurrencyRoutes = [getConcurrency];
