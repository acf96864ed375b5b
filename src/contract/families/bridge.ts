/** Bridge-ended: notice that a bridged call is over (specification 4.8). */

import { z } from 'zod';
import { defineRoute, noFields } from '../shape/route.ts';
import { eventsFamily } from './external-events.ts';

const seconds = z.number({ error: 'must be a number of seconds from 0' }).min(0, 'must be a number of seconds from 0');

export const postBridgeEnded = defineRoute({
  family: { ...eventsFamily, title: 'Bridge-ended', description: 'Notice that a bridged (transferred) call ended.' },
  name: 'postBridgeEnded',
  description:
    "Ends the conversation's record and sets its lengths: the whole call, and without the bridge the time of the agent. Sent again, the last notice counts.",
  sections: '4.8, 7.6',
  summary: 'Notice that a bridged call ended; the last notice counts',
  method: 'POST',
  path: '/internal/v1/agentic-dial/bridge-ended',
  params: noFields,
  query: noFields,
  body: z.object({
    conversation_id: z.string().min(1, 'must not be empty').describe('Conversation whose call was bridged.'),
    bridge_duration_seconds: seconds.describe('Length of the bridge in seconds, from 0.'),
    call_duration_seconds: seconds.describe('Length of the whole call in seconds, from 0.'),
  }),
  status: 200,
  answer: z.object({ success: z.boolean().optional().describe('True: the notice was taken.') }),
  failures: [400, 401, 404, 429, 500],
});

export const bridgeRoutes = [postBridgeEnded];
