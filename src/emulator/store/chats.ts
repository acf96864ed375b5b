/** The Chat conversations. Their transcripts are in the records. */

import type { Conversation } from '../model/conversation.ts';
import type { ConversationRecord } from './records.ts';

export interface ChatConversation {
  readonly record: ConversationRecord;
  /** The agent's side, as in a Messaging session. */
  readonly conversation: Conversation;
  /** Texts about external events that have arrived. The next response begins with them. */
  readonly news: string[];
  state: 'open' | 'ended' | 'closed' | 'timed-out';
  /** Time of the last turn. */
  lastAt: number;
}
