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
    'Read only: the state as it was stored at the moment of the hand-off. One of the two ids must be given. 404 also for a conversation that was never handed off. Of several conversations with one `shared_id` it is the newest hand-off.',
  sections: '2.4, 4.5',
  summary: 'The state that a conversation left at its hand-off',
  method: 'GET',
  path: '/v1/{account_id}/{project_id}/handoff_state',
  params: noFields,
  query: z
    .object({
      id: z.string().min(1).optional().describe('Id of the conversation.'),
      shared_id: z.string().min(1).optional().describe("The integrator's own id. If both are given, it alone counts."),
    })
    .refine(query => query.id !== undefined || query.shared_id !== undefined, 'id or shared_id must be given'),
  body: noBody,
  status: 200,
  answer: z.object({
    id: z.string().describe('Id of the conversation.'),
    data: attributes.describe('The data as it was stored at the moment of the hand-off.'),
    shared_id: z.string().optional().describe("The integrator's own id; absent if none was set."),
  }),
  failures: [400, 401, 403, 404, 429, 500],
});

export const handoffStateRoutes = [getHandoffState];
