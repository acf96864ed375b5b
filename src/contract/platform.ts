/** All routes of all families, in the order of the specification. */

import { agentsRoutes } from './families/agents-release.ts';
import { alertsRoutes } from './families/alerts.ts';
import { bridgeRoutes } from './families/bridge.ts';
import { chatRoutes } from './families/chat.ts';
import { concurrencyRoutes } from './families/concurrency.ts';
import { conversationsRoutes } from './families/conversations.ts';
import { dniRoutes } from './families/dni.ts';
import { externalEventsRoutes } from './families/external-events.ts';
import { handoffStateRoutes } from './families/handoff-state.ts';
import { outboundRoutes } from './families/outbound.ts';
import { webhooksRoutes } from './families/webhooks.ts';
import type { AnyRoute } from './shape/route.ts';

export const ROUTES: readonly AnyRoute[] = [
  ...chatRoutes,
  ...conversationsRoutes,
  ...concurrencyRoutes,
  ...handoffStateRoutes,
  ...outboundRoutes,
  ...externalEventsRoutes,
  ...bridgeRoutes,
  ...dniRoutes,
  ...alertsRoutes,
  ...webhooksRoutes,
  ...agentsRoutes,
];
