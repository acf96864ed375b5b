/** Handlers of all REST families. */

import { configHandlers } from './agents/config-handlers.ts';
import { contentHandlers } from './agents/content-handlers.ts';
import { deploymentHandlers } from './agents/deployment-handlers.ts';
import { agentHandlers } from './agents/handlers.ts';
import { alertsHandlers } from './alerts/handlers.ts';
import { chatHandlers } from './chat/handlers.ts';
import { concurrencyHandlers } from './concurrency/handlers.ts';
import { conversationsHandlers } from './conversations/handlers.ts';
import { externalEventsHandlers } from './external-events/handlers.ts';
import { handoffStateHandlers } from './handoff-state/handlers.ts';
import { EmulatorError } from './model/emulator-error.ts';
import type { Handler } from './rest/call.ts';
import { bridgeHandlers } from './telephony/bridge.ts';
import { dniHandlers } from './telephony/dni.ts';
import { outboundHandlers } from './telephony/outbound.ts';
import { webhooksHandlers } from './webhooks/handlers.ts';

export const HANDLERS: readonly Handler[] = [
  ...chatHandlers,
  ...conversationsHandlers,
  ...concurrencyHandlers,
  ...handoffStateHandlers,
  ...outboundHandlers,
  ...externalEventsHandlers,
  ...bridgeHandlers,
  ...dniHandlers,
  ...alertsHandlers,
  ...webhooksHandlers,
  ...agentHandlers,
  ...contentHandlers,
  ...deploymentHandlers,
  ...configHandlers,
];

const BY_NAME = new Map(HANDLERS.map(each => [each.route.name, each]));

/** Throws for a name that no route has. */
export function handlerOf(route: string): Handler {
  const handler = BY_NAME.get(route);
  if (!handler) throw new EmulatorError('invalid_call', `There is no route ${route}.`);
  return handler;
}
