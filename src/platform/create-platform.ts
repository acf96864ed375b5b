/** `createPlatform()`: the typed client of the platform's REST interfaces. */

import type { PlatformOptions } from './call/connection.ts';
import { agentCalls } from './families/agents.ts';
import { alertCalls, webhookCalls } from './families/alerts.ts';
import { chatCalls } from './families/chat.ts';
import { concurrencyCalls, conversationsCalls } from './families/conversations.ts';
import { externalEventCalls } from './families/external-events.ts';
import { handoffStateCalls } from './families/handoff-state.ts';
import { bridgeCalls, dniCalls, outboundCalls } from './families/telephony.ts';
import { readOptions } from './options.ts';

/** Creates a client, without any request. Throws a PlatformError with the code `invalid_input` if an option is wrong. */
export function createPlatform(options: PlatformOptions) {
  const connection = readOptions(options);
  return {
    /** Turn-based conversations: start, send a message, close (specification 4.1). */
    chat: chatCalls(connection),
    /** Records of conversations, read only (specification 4.3). */
    conversations: conversationsCalls(connection),
    /** Peaks of concurrent conversations (specification 4.4). */
    concurrency: concurrencyCalls(connection),
    /** Data that a conversation stored at its hand-off (specification 4.5). */
    handoffState: handoffStateCalls(connection),
    /** Outbound calls: places a call and reports its status (specification 4.6). */
    outbound: outboundCalls(connection),
    /** Results that outside systems send to a live conversation (specification 4.7). */
    externalEvents: externalEventCalls(connection),
    /** Notices that a bridged call has ended (specification 4.8). */
    bridge: bridgeCalls(connection),
    /** Phone numbers that add attributes to a call (specification 4.9). */
    dni: dniCalls(connection),
    /** Alert rules, and the alerts that are firing (specification 4.10). */
    alerts: alertCalls(connection),
    /** Endpoints to which notices of alerts are posted (specification 4.10). */
    webhooks: webhookCalls(connection),
    /** Agents, their branches, contents and deployments (specification 4.11). */
    agents: agentCalls(connection),
  };
}

/** The client that `createPlatform()` returns. Failed calls reject with a PlatformError. */
export type Platform = ReturnType<typeof createPlatform>;
