/** Chat conversations that may still be answered. Their transcripts are in the records. */

import type { Conversation } from '../model/conversation.ts';
import type { ConversationRecord } from './records.ts';

export interface ChatConversation {
  readonly record: ConversationRecord;
  /** The agent's side, as in a Messaging session. */
  readonly conversation: Conversation;
  /** Words about events that came in; the next response begins with them. */
  readonly news: string[];
  state: 'open' | 'ended' | 'closed' | 'timed-out';
  /** When the last turn was. */
  lastAt: number;
}
