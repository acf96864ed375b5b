/** The chunk for conversations without sockets, as lazy-chat.ts uses it. */

import type { ChatTransport, Clock } from '../../client/api/ports.ts';
import { type ChatCallsOptions, createChatCalls } from './chat-calls.ts';
import { createChatTransport } from './chat-transport.ts';

export type { ChatCallsOptions };

export const createOverChat = (options: ChatCallsOptions, clock: Clock): ChatTransport =>
  createChatTransport(createChatCalls(options), clock);
