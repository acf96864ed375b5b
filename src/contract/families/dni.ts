/** DNI: reserves a phone number that brings attributes into the call (specification 4.9). */

import { z } from 'zod';
import { attributes } from '../shape/fields.ts';
import { defineRoute, type Family, noFields } from '../shape/route.ts';

const family: Family = {
  title: 'DNI',
  description: 'Temporary phone numbers that route to an agent and carry attributes into the conversation.',
  host: 'runtime',
  key: 'dni',
  keyHeader: 'x-api-key',
  errors: 'titled',
  forbids: false,
  notAnObject: 400,
  malformedId: 400,
  refusesUnknownFields: false,
};

export const reserveNumber = defineRoute({
  family,
  name: 'reserveNumber',
  description:
    'A number of the pool that routes to the agent of the key and brings the attributes into the call, for ten minutes or until the first call to it. 404 when all are taken: route the caller to a queue.',
  sections: '4.9, 7.6',
  summary: 'Reserves a number; 404 when every number is taken',
  method: 'POST',
  path: '/v1/conversations/dni-reservation',
  params: noFields,
  query: noFields,
  body: z.object({
    attributes: attributes.describe(
      'Any values; the agent can read them when the call starts. `shared_id` among them links to Handoff state.',
    ),
  }),
  status: 200,
  answer: z.object({
    dni: z.string().describe('The number in E.164: reserved for ten minutes, or until the first call to it.'),
  }),
  failures: [400, 401, 404, 429, 500],
});

export const dniRoutes = [reserveNumber];
