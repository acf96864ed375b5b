/** Items of a transcript: messages, notices and marks. Data only; view.ts folds them from events. */

import type { Attachment, CallAction, SessionEndReason, Suggestion, SystemLevel } from '../../protocol/events.ts';
import type { Remedy, SystemErrorKind } from '../../protocol/system-messages.ts';

export type Author = 'user' | 'agent' | 'live';

/**
 * How far a message is. Agents: `streaming` → `complete`, or `interrupted` when its last piece never came.
 * Visitor: `sending` → `sent`, or `failed` (Retry, Discard). `queued` waits for a connection.
 */
export type MessageStatus = 'streaming' | 'complete' | 'interrupted' | 'queued' | 'sending' | 'sent' | 'failed';

export interface MessageItem {
  readonly kind: 'message';
  /** Stable through echo and replay; what a list renders by. */
  readonly key: string;
  /** The platform's message id, or the client event id until the echo has come. */
  readonly id: string;
  readonly from: Author;
  /** The visitor's as it was written; an agent's is Markdown with a little HTML in it, so it is nothing to set as HTML. */
  readonly text: string;
  readonly status: MessageStatus;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly agentName?: string;
  readonly avatarUrl?: string;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  readonly callActions: readonly CallAction[];
}

/** A SYSTEM_MESSAGE of the platform, with the kind and remedy of the catalogue if it is known. */
export interface NoticeItem {
  readonly kind: 'notice';
  readonly key: string;
  readonly at: number;
  readonly level: SystemLevel;
  readonly text: string;
  readonly code?: SystemErrorKind;
  readonly remedy: Remedy;
  /** Id of the message of the visitor's that it answers, where the platform says. */
  readonly about?: string;
}

export type Mark =
  | 'agent-joined'
  | 'agent-left'
  | 'handoff-asked'
  | 'handoff-accepted'
  | 'handoff-failed'
  | 'handoff-timeout'
  | 'handoff-client'
  | 'live-joined'
  | 'live-left'
  | 'language'
  | 'ended'
  | 'divider';

/** A quiet line between messages. */
export interface MarkItem {
  readonly kind: 'mark';
  readonly key: string;
  readonly at: number;
  readonly mark: Mark;
  /** Name of the agent or queue, or the language code, where there is one. */
  readonly name?: string;
  readonly avatarUrl?: string;
  readonly reason?: string;
  /** The route on which the host page takes over, as the platform names it. */
  readonly route?: string;
}

export type TimelineItem = MessageItem | NoticeItem | MarkItem;

/** The other side: nobody yet, software, nobody while the visitor waits in a queue, or a person. */
export type Party = 'none' | 'agent' | 'queue' | 'live';

export interface Agent {
  readonly kind: 'agent' | 'live';
  readonly name: string;
  readonly avatarUrl: string;
}

/**
 * How far a hand-off to a person is. `asked`: the agent wants a person · `accepted`: the visitor stands in a queue · `queue`: news of the place in
 * it, again and again · `joined`, `left`: a person came, went · `failed`: it could not be arranged · `timeout`: nobody came in time · `client`: the
 * host page takes over.
 */
export type HandoffStage = 'asked' | 'accepted' | 'queue' | 'joined' | 'left' | 'failed' | 'timeout' | 'client';

export interface Handoff {
  readonly stage: HandoffStage;
  readonly queueName?: string;
  /** Place in the queue, 1 is next; 0 and absent mean unknown. */
  readonly position?: number;
  readonly waitSeconds?: number;
  readonly message?: string;
  readonly reason?: string;
  readonly route?: string;
}

/**
 * Why a conversation is over. `user-end`: by the visitor · `natural-end`: by the agent · `user-abandoned`: by the platform, for silence ·
 * `closed`: the platform closed the socket without a word · `expired`: ten idle minutes, and nobody could be asked · `unknown`: for another
 * reason, or none.
 */
export type EndReason = SessionEndReason | 'closed' | 'expired';
