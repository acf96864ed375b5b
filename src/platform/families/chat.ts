/** Chat (docs/PLATFORM.md). */

import { closeChat, createChat, respondToChat } from '../../contract/families/chat.ts';
import { call } from '../call/call.ts';
import type { Connection } from '../call/connection.ts';
import type { ChatClosed, ChatMessage, ChatReply, ChatStart, ChatStarted } from './runtime-types.ts';

export const chatCalls = (connection: Connection) => ({
  /** Starts a conversation. Returns its id and the agent's first message. */
  create: (body: ChatStart = {}): Promise<ChatStarted> => call(connection, createChat, { body }),
  /**
   * Sends the user's message, and returns the agent's reply. Rejected with 410 if the conversation is over. Retried automatically only after 429 or
   * 503 with Retry-After, because then no turn was added. Not retried if no response came: the message might be added twice.
   */
  respond: (body: ChatMessage): Promise<ChatReply> => call(connection, respondToChat, { body }),
  /** Closes a conversation. Succeeds if it is over already. */
  close: (conversation_id: string): Promise<ChatClosed> => call(connection, closeChat, { body: { conversation_id } }),
});
