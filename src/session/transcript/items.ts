/** Items of a transcript: messages, notices and marks. view.ts folds them from the platform's events. */

import type { Attachment, CallAction, SessionEndReason, Suggestion, SystemLevel } from '../../protocol/events.ts';
import type { Remedy, SystemErrorKind } from '../../protocol/system-messages.ts';

/** Sender of a message: the visitor, the agent (software), or a person who has taken over. */
export type Author = 'user' | 'agent' | 'live';

/**
 * Progress of a message. From an agent: `streaming` → `complete`, or `interrupted` if its last chunk never came. From the visitor: `queued`
 * (waits for a connection) → `sending` → `sent`, or `failed` (the visitor can retry or discard it).
 */
export type MessageStatus = 'streaming' | 'complete' | 'interrupted' | 'queued' | 'sending' | 'sent' | 'failed';

/** A message of the visitor, of the agent or of a person. */
export interface MessageItem {
  readonly kind: 'message';
  /** Identifies the item in a list. Stays the same when the echo arrives and when the history is read again. */
  readonly key: string;
  /** The platform's message id; the client event id until the platform has echoed the message. */
  readonly id: string;
  readonly from: Author;
  /** The visitor's text is plain text as it was typed. An agent's text is Markdown with a little HTML in it: never set it as `innerHTML`. */
  readonly text: string;
  readonly status: MessageStatus;
  /** True for a failed message that may have arrived all the same: a conversation over Chat cannot always be looked up. */
  readonly inDoubt?: boolean;
  /** Time of the message, in milliseconds since 1970. */
  readonly at: number;
  /** Name of the sender; absent if unknown, and for the visitor. */
  readonly agentName?: string;
  /** Address of the sender's picture; absent if unknown. */
  readonly avatarUrl?: string;
  /** Cards and images below the text; often empty. */
  readonly attachments: readonly Attachment[];
  /** Replies that the message suggests; often empty. */
  readonly suggestions: readonly Suggestion[];
  /** Phone numbers that the message offers to call; often empty. */
  readonly callActions: readonly CallAction[];
}

/** A SYSTEM_MESSAGE of the platform (docs/PROTOCOL.md), with kind and remedy if Natter knows its text. */
export interface NoticeItem {
  readonly kind: 'notice';
  /** Identifies the item in a list. */
  readonly key: string;
  /** Time of the notice, in milliseconds since 1970. */
  readonly at: number;
  readonly level: SystemLevel;
  /** The platform's text, in the language of the platform. */
  readonly text: string;
  /** Kind of the error; absent if Natter does not know the text. */
  readonly code?: SystemErrorKind;
  /** Remedy that the notice should offer; `none` if there is none. */
  readonly remedy: Remedy;
  /** Id of the visitor's message that caused the notice, if the platform names it. */
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

/** A divider between messages, such as "Ana joined". */
export interface MarkItem {
  readonly kind: 'mark';
  /** Identifies the item in a list. */
  readonly key: string;
  /** Time of the event, in milliseconds since 1970. */
  readonly at: number;
  readonly mark: Mark;
  /** Name of the agent or the queue, or the language code; absent if there is none. */
  readonly name?: string;
  /** Address of the person's picture; absent if unknown. */
  readonly avatarUrl?: string;
  /** The reason that the platform gives, such as the reason for an end; absent if it gives none. */
  readonly reason?: string;
  /** The route on which the host page takes over, as the platform names it. */
  readonly route?: string;
}

/** An item of the transcript: one of the three, by `kind`. */
export type TimelineItem = MessageItem | NoticeItem | MarkItem;

/** An ended chat that was followed by another one. */
export interface EarlierChat {
  /** Identifies the chat in a list. */
  readonly key: string;
  /** Time of its last message, in milliseconds since 1970. */
  readonly at: number;
  /** Its messages, the latest 200 at most. */
  readonly messages: readonly MessageItem[];
}

/** The side that answers: `none` before anyone has joined, `agent` is software, `queue` while the visitor waits for a person, `live` is a person. */
export type Party = 'none' | 'agent' | 'queue' | 'live';

/** The agent (software) or person of a conversation. */
export interface Agent {
  /** `agent` is software, `live` is a person. */
  readonly kind: 'agent' | 'live';
  /** Name to show; the empty string if unknown. */
  readonly name: string;
  /** Address of a picture; the empty string if there is none. */
  readonly avatarUrl: string;
}

/**
 * Progress of a hand-off to a person. `asked`: the agent asked for a person · `accepted`: the visitor is in a queue · `queue`: the place in the queue
 * changed, reported repeatedly · `joined`, `left`: a person came, went · `failed`: the hand-off could not be arranged · `timeout`: no person came in
 * time · `client`: the host page takes over.
 */
export type HandoffStage = 'asked' | 'accepted' | 'queue' | 'joined' | 'left' | 'failed' | 'timeout' | 'client';

/** State of a hand-off. The platform may omit the optional fields. */
export interface Handoff {
  readonly stage: HandoffStage;
  /** Name of the queue. */
  readonly queueName?: string;
  /** Place in the queue; 1 is next. 0 and absent mean unknown. */
  readonly position?: number;
  /** Estimated waiting time, in seconds. */
  readonly waitSeconds?: number;
  /** The platform's text for the visitor. */
  readonly message?: string;
  /** The reason that the platform gives. */
  readonly reason?: string;
  /** The route on which the host page takes over, as the platform names it. */
  readonly route?: string;
}

/**
 * Reason for the end of a conversation. `user-end`: the visitor ended it · `natural-end`: the agent ended it · `user-abandoned`: the platform ended
 * it because the visitor was silent · `closed`: the platform closed the socket without a SESSION_END · `expired`: ten minutes passed without contact
 * to the platform · `unknown`: another reason, or none.
 */
export type EndReason = SessionEndReason | 'closed' | 'expired';
