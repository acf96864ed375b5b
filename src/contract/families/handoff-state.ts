/** Handoff state: data that a conversation stores for the platform or person that takes it over (specification 2.4, 4.5). */

import { z } from 'zod';
import { attributes } from '../shape/fields.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';

export const handoffStateFamily: Family = {
  title: 'Handoff state',
  description: 'Key-value data that a conversation stored for a downstream platform at its hand-off.',
  host: 'runtime',
  key: 'conversations',
  keyHeader: 'x-api-key',
  errors: 'message',
  forbids: true,
  notAnObject: 400,
  malformedId: 400,
  refusesUnknownFields: false,
};

export const getHandoffState = defineRoute({
  family: handoffStateFamily,
  name: 'getHandoffState',
  description:
    'Returns the state that was stored at the hand-off; it cannot be changed. `id` or `shared_id` must be given. 404 if the conversation was never handed off. If several conversations have the same `shared_id`, the newest hand-off is returned.',
  sections: '2.4, 4.5',
  summary: 'The state of a conversation at its hand-off',
  method: 'GET',
  path: '/v1/{account_id}/{project_id}/handoff_state',
  params: noFields,
  query: z
    .object({
      id: z.string().min(1).optional().describe('Id of the conversation.'),
      shared_id: z
        .string()
        .min(1)
        .optional()
        .describe("The integrator's own id. If both ids are given, only this one is used."),
    })
    .refine(query => query.id !== undefined || query.shared_id !== undefined, 'id or shared_id must be given'),
  body: noBody,
  status: 200,
  answer: z.object({
    id: z.string().describe('Id of the conversation.'),
    data: attributes.describe('The data that was stored at the hand-off.'),
    shared_id: z.string().optional().describe("The integrator's own id; absent if none was set."),
  }),
  failures: [400, 401, 403, 404, 429, 500],
});

export const handoffStateRoutes = [getHandoffState];
