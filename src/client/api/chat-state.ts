/** The public, read-only picture of a chat: what a user interface needs and nothing else. Holds no token, ticket or session id. */

import type { Suggestion } from '../../protocol/events.ts';
import type { ConnectionStatus } from '../../session/selectors.ts';
import type { ErrorCode } from '../../session/state/public-events.ts';
import type { ConnectionCode, PhaseName } from '../../session/state/state.ts';
import type { Agent, EndReason, Handoff, MessageItem, Party, TimelineItem } from '../../session/transcript/items.ts';

export type { Attachment, CallAction, Suggestion } from '../../protocol/events.ts';
export type { Remedy, SystemErrorKind } from '../../protocol/system-messages.ts';
export type { ConnectionStatus } from '../../session/selectors.ts';
export type { DeliveryStatus, ErrorCode } from '../../session/state/public-events.ts';
export type { ConnectionCode, PhaseName } from '../../session/state/state.ts';
export type {
  Agent,
  Author,
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

export interface Connection {
  readonly status: ConnectionStatus;
  readonly phase: PhaseName;
  /** Why it is not online, when something went wrong; a stable code. `load_failed`: the rest of the widget could not be fetched. */
  readonly code: ConnectionCode | 'load_failed' | null;
  /** When the next attempt comes at the latest, in milliseconds since 1970; null when none is planned. */
  readonly retryAt: number | null;
}

export interface TypingSign {
  readonly from: 'agent' | 'live';
  /** Name of the one who writes, or the empty string. */
  readonly name: string;
}

/** The last error that still stands. */
export interface ChatError {
  readonly code: ErrorCode;
  /** For developers; words for visitors are the interface's own. */
  readonly message: string;
}

export interface ChatState {
  readonly connection: Connection;
  /** The panel is open. */
  readonly open: boolean;
  /** Messages of others that nobody has seen yet, in whichever tab, also from before this page. */
  readonly unread: number;
  /** The transcript from top to bottom, unconfirmed messages of the visitor's at its end. */
  readonly messages: readonly TimelineItem[];
  /** Messages of the visitor's that the platform has not confirmed yet, oldest first. */
  readonly outbox: readonly MessageItem[];
  /** Replies that the latest message suggests; empty once the visitor has answered. */
  readonly suggestions: readonly Suggestion[];
  /** The other side now: nobody yet, software, nobody while the visitor waits in a queue, or a person. */
  readonly party: Party;
  /** Name and picture of whoever joined last, null before anyone has; a person may have left since (`party`). */
  readonly agent: Agent | null;
  /** Somebody is writing; null when nobody is. */
  readonly typing: TypingSign | null;
  /** A hand-off under way or just over; null when there was none. */
  readonly handoff: Handoff | null;
  /** Language of the conversation as the platform set it (BCP 47), null before it did. */
  readonly language: string | null;
  /** The unsent text in the composer. Default: the empty string. */
  readonly draft: string;
  /** Why the conversation is over, null while it is not. */
  readonly ended: EndReason | null;
  /** The visitor has been quiet; unless `stay()` is called or something is said, the conversation ends about then. */
  readonly idle: { readonly endsAt: number } | null;
  /** The last error that still stands; null when there is none. */
  readonly error: ChatError | null;
  /** Largest message text that fits into one frame, in UTF-8 bytes. */
  readonly maxMessageBytes: number;
}
