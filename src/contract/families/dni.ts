/** DNI: reserves a phone number. A call to it carries the attributes that were given with the reservation (specification 4.9). */

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
    'Reserves a number of the pool, for ten minutes or until the first call to it. That call reaches the agent of the key, and the attributes become part of its conversation. 404 if all numbers are reserved: route the caller to a queue.',
  sections: '4.9, 7.6',
  summary: 'Reserves a number; 404 if all are reserved',
  method: 'POST',
  path: '/v1/conversations/dni-reservation',
  params: noFields,
  query: noFields,
  body: z.object({
    attributes: attributes.describe(
      'Your own attributes, which the agent can read when the call starts. Handoff state can be found by the attribute `shared_id`.',
    ),
  }),
  status: 200,
  answer: z.object({
    dni: z.string().describe('The number in E.164: reserved for ten minutes, or until the first call to it.'),
  }),
  failures: [400, 401, 404, 429, 500],
});

export const dniRoutes = [reserveNumber];
