/** Bridge-ended: notice that a bridged call is over (specification 4.8). */

import { z } from 'zod';
import { eventsFamily } from './external-events.ts';
import { defineRoute, noFields } from './route.ts';

const seconds = z.number({ error: 'must be a number of seconds from 0' }).min(0, 'must be a number of seconds from 0');

export const postBridgeEnded = defineRoute({
  family: { ...eventsFamily, title: 'Bridge-ended', description: 'Notice that a bridged (transferred) call ended.' },
  name: 'postBridgeEnded',
  summary: 'Notice that a bridged call ended; the last notice counts',
  method: 'POST',
  path: '/internal/v1/agentic-dial/bridge-ended',
  params: noFields,
  query: noFields,
  body: z.object({
    conversation_id: z.string().min(1, 'must not be empty'),
    bridge_duration_seconds: seconds,
    call_duration_seconds: seconds,
  }),
  status: 200,
  answer: z.object({ success: z.boolean().optional() }),
  failures: [400, 401, 404, 429, 500],
});

export const bridgeRoutes = [postBridgeEnded];
