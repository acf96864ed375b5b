/** All routes of all families, in the order of the specification. */

import { agentsRoutes } from './agents-release.ts';
import { alertsRoutes } from './alerts.ts';
import { bridgeRoutes } from './bridge.ts';
import { chatRoutes } from './chat.ts';
import { concurrencyRoutes } from './concurrency.ts';
import { conversationsRoutes } from './conversations.ts';
import { dniRoutes } from './dni.ts';
import { externalEventsRoutes } from './external-events.ts';
import { handoffStateRoutes } from './handoff-state.ts';
import { outboundRoutes } from './outbound.ts';
import type { AnyRoute } from './route.ts';
import { webhooksRoutes } from './webhooks.ts';

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
