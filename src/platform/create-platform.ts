/** `createPlatform()`: the typed client of the platform's REST interfaces. */

import { agentCalls } from './agents.ts';
import { alertCalls, webhookCalls } from './alerts.ts';
import { chatCalls } from './chat.ts';
import type { PlatformOptions } from './connection.ts';
import { concurrencyCalls, conversationsCalls } from './conversations.ts';
import { externalEventCalls } from './external-events.ts';
import { handoffStateCalls } from './handoff-state.ts';
import { readOptions } from './options.ts';
import { bridgeCalls, dniCalls, outboundCalls } from './telephony.ts';

/** Makes a client. Nothing is requested before the first call; throws a PlatformError, code `invalid_input`, if an option is wrong. */
export function createPlatform(options: PlatformOptions) {
  const connection = readOptions(options);
  return {
    chat: chatCalls(connection),
    conversations: conversationsCalls(connection),
    concurrency: concurrencyCalls(connection),
    handoffState: handoffStateCalls(connection),
    outbound: outboundCalls(connection),
    externalEvents: externalEventCalls(connection),
    bridge: bridgeCalls(connection),
    dni: dniCalls(connection),
    alerts: alertCalls(connection),
    webhooks: webhookCalls(connection),
    agents: agentCalls(connection),
  };
}

export type Platform = ReturnType<typeof createPlatform>;
