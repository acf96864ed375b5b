/** The public, read-only state of a chat, for user interfaces. Contains no token, ticket or session id. */

import type { Suggestion } from '../../protocol/events.ts';
import type { ConnectionStatus } from '../../session/selectors.ts';
import type { ErrorCode } from '../../session/state/public-events.ts';
import type { ConnectionCode, PhaseName } from '../../session/state/state.ts';
import type {
  Agent,
  EarlierChat,
  EndReason,
  Handoff,
  MessageItem,
  Party,
  TimelineItem,
} from '../../session/transcript/items.ts';

export type { Attachment, CallAction, Suggestion } from '../../protocol/events.ts';
export type { Remedy, SystemErrorKind } from '../../protocol/system-messages.ts';
export type { ConnectionStatus } from '../../session/selectors.ts';
export type { DeliveryStatus, ErrorCode } from '../../session/state/public-events.ts';
export type { ConnectionCode, PhaseName } from '../../session/state/state.ts';
export type {
  Agent,
  Author,
  EarlierChat,
  EndReason,
  Handoff,
  HandoffStage,
  Mark,
  MarkItem,
  MessageItem,
  MessageStatus,
  NoticeItem,
  Party,
  TimelineItem,
} from '../../session/transcript/items.ts';

/** State of the connection. */
export interface Connection {
  /** Summary of `phase` for a status line. */
  readonly status: ConnectionStatus;
  /** The current step of the connection; the event `state` fires when it changes. */
  readonly phase: PhaseName;
  /**
   * A stable code for the cause if the chat is not online because something went wrong; null otherwise. `load_failed`: the rest of the widget
   * could not be fetched. `challenge_required` while connecting: the browser has been working for more than two seconds on the proof that the
   * broker wants.
   */
  readonly code: ConnectionCode | 'load_failed' | null;
  /** The latest time of the next attempt, in milliseconds since 1970; null if none is planned. */
  readonly retryAt: number | null;
}

/** A typing indicator of the other side. */
export interface TypingSign {
  /** `agent` is software, `live` is a person. */
  readonly from: 'agent' | 'live';
  /** Name of the agent who is typing; the empty string if unknown. */
  readonly name: string;
}

/** The latest error that has not been resolved. */
export interface ChatError {
  /** Stable code, as in the event `error`; docs/TROUBLESHOOTING.md explains each. */
  readonly code: ErrorCode;
  /** An English sentence for developers. User interfaces choose their own words for visitors by `code`. */
  readonly message: string;
}

/** The public state of a chat. */
export interface ChatState {
  /** State of the connection, with the reason and the next attempt if there are problems. */
  readonly connection: Connection;
  /** True while the panel is open. */
  readonly open: boolean;
  /** Number of messages from the other side that the visitor has not seen in any tab, including those from before this page load. */
  readonly unread: number;
  /** The transcript from top to bottom. Messages of the visitor that the platform has not confirmed are at its end. */
  readonly messages: readonly TimelineItem[];
  /** Messages of the visitor that the platform has not confirmed yet, oldest first. */
  readonly outbox: readonly MessageItem[];
  /** Replies that the latest message suggests; empty once the visitor has sent a message. */
  readonly suggestions: readonly Suggestion[];
  /** The side that answers now: `none` before anyone has joined, `agent` is software, `queue` while the visitor waits for a person, `live` is a person. */
  readonly party: Party;
  /** Name and picture of the agent or person who joined last; null before anyone has joined. A person may have left since: see `party`. */
  readonly agent: Agent | null;
  /** The agent or person who is typing; null if nobody is. */
  readonly typing: TypingSign | null;
  /** The hand-off to a person that is in progress or has just ended; null if there was none. */
  readonly handoff: Handoff | null;
  /** Language of the conversation as the platform set it, a BCP 47 tag such as `de-DE`; null before the platform sets one. */
  readonly language: string | null;
  /** The unsent text in the composer. Default: the empty string. */
  readonly draft: string;
  /**
   * Chats that ended in the last seven days and were followed by another one, the newest first, five at most. Stored as the setting `remember` says,
   * and removed by `forget()`.
   */
  readonly earlier: readonly EarlierChat[];
  /** The reason why the conversation has ended; null while it has not. */
  readonly ended: EndReason | null;
  /**
   * Set while the visitor is asked whether to continue, after eight quiet minutes; null otherwise. The conversation ends at about `endsAt`
   * (milliseconds since 1970) unless `stay()` is called or a message is sent.
   */
  readonly idle: { readonly endsAt: number } | null;
  /** The latest error that has not been resolved; null if there is none. */
  readonly error: ChatError | null;
  /** Largest size of a message's text that fits into one frame, in UTF-8 bytes (docs/PROTOCOL.md, Limits). `send()` refuses longer texts. */
  readonly maxMessageBytes: number;
}
