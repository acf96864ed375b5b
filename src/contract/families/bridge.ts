/** Bridge-ended: tells the platform that a bridged call has ended (specification 4.8). */

import { z } from 'zod';
import { defineRoute, noFields } from '../shape/route.ts';
import { eventsFamily } from './external-events.ts';

const seconds = z.number({ error: 'must be a number of seconds from 0' }).min(0, 'must be a number of seconds from 0');

export const postBridgeEnded = defineRoute({
  family: {
    ...eventsFamily,
    title: 'Bridge-ended',
    description: 'The notice that a bridged (transferred) call has ended.',
  },
  name: 'postBridgeEnded',
  description:
    'Ends the conversation and stores two durations: that of the whole call, and that of the bridge. The difference is the time of the agent. If the notice is sent again, the last one counts.',
  sections: '4.8, 7.6',
  summary: 'Reports that a bridged call has ended; the last notice counts',
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
  answer: z.object({ success: z.boolean().optional().describe('True: the notice was accepted.') }),
  failures: [400, 401, 404, 429, 500],
});

export const bridgeRoutes = [postBridgeEnded];
