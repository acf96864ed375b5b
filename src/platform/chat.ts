/** Chat (docs/PLATFORM.md). */

import { closeChat, createChat, respondToChat } from '../contract/chat.ts';
import { call } from './call.ts';
import type { Connection } from './connection.ts';
import type { ChatClosed, ChatMessage, ChatReply, ChatStart, ChatStarted } from './runtime-types.ts';

export const chatCalls = (connection: Connection) => ({
  /** Starts a conversation; the answer holds its id and the agent's first message. */
  create: (body: ChatStart = {}): Promise<ChatStarted> => call(connection, createChat, { body }),
  /**
   * Sends the user's message. Rejects with 410 when the conversation is over. Repeated only after 429 or 503 with Retry-After, which have added no turn;
   * after an answer that was not seen it would be said twice.
   */
  respond: (body: ChatMessage): Promise<ChatReply> => call(connection, respondToChat, { body }),
  /** Closes a conversation; closing one that is over succeeds. */
  close: (conversation_id: string): Promise<ChatClosed> => call(connection, closeChat, { body: { conversation_id } }),
});
