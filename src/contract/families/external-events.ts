/** External Events: outside systems push results into a live conversation (specification 4.7, 7.5). */

import { z } from 'zod';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';

/** Also used by bridge.ts, because Also used by bridge.ts, because External Events and bridge-ended share a key. */
export const eventsFamily: Family = {
  title: 'External Events',
  description: 'Webhook through which outside systems push results into an active conversation.',
  host: 'runtime',
  key: 'events',
  keyHeader: 'X-Api-Key',
  errors: 'message',
  forbids: false,
  notAnObject: 400,
  malformedId: 400,
  refusesUnknownFields: false,
};

export const EVENT_CONTENT_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/xml',
  'text/plain',
] as const;

export const postExternalEvent = defineRoute({
  family: eventsFamily,
  name: 'postExternalEvent',
  description:
    "Stores the body, unchanged, with the conversation that the event's id belongs to. An id is valid for an hour. Only the first event with an id counts; a repeated one gets 201 and changes nothing.",
  sections: '4.7, 7.5',
  summary: 'Sends an event to the conversation that its id belongs to; a repeated event changes nothing',
  method: 'POST',
  path: '/v1/external-events/webhook',
  params: noFields,
  query: z.object({
    event_id_location: z
      .enum(['headers', 'querystring', 'payload'])
      .describe("Place of the event's id: a header, a query parameter or the payload."),
    event_id_path: z
      .string()
      .min(1, 'must not be empty')
      .describe('Name of a header, parameter or form field, or a dotted path into JSON or XML.'),
    account_id: z.string().min(1).describe('Account of the conversation, with or without prefix.'),
    project_id: z.string().min(1).describe('Project of the conversation, with or without prefix.'),
  }),
  body: noBody,
  rawBody: EVENT_CONTENT_TYPES,
  status: 201,
  answer: z.object({}),
  failures: [400, 401, 429, 500],
  repeatable: true,
});

export const externalEventsRoutes = [postExternalEvent];
