/** Effects: data that describe work which the machine requests. client/perform-effects.ts performs it. */

import type { ClientEvent } from '../../protocol/events.ts';
import type { TimelineItem } from '../transcript/items.ts';
import type { PublicEvent } from './public-events.ts';
import type { ChatOffer } from './state.ts';

/** Timers of a socket, which stop when it is dropped. */
export const SOCKET_TIMERS = [
  'receipt',
  'listen',
  'heartbeat',
  'pong',
  'stable',
  'rejoin',
  'hole',
  'ownTyping',
] as const;
/** Timers of a conversation, which outlive a socket. */
export const OTHER_TIMERS = [
  'retry',
  'ending',
  'idle',
  'ticket',
  'context',
  'agentTyping',
  'liveTyping',
  'gap',
  'silence',
] as const;

export type TimerKey = (typeof SOCKET_TIMERS | typeof OTHER_TIMERS)[number];

/** An effect. `attempt` is the number of the attempt that it belongs to; the resulting fact carries the same number. */
export type Effect =
  | { readonly type: 'fetchToken'; readonly attempt: number }
  /** `chat`: begins a conversation over Chat instead. */
  | { readonly type: 'createSession'; readonly attempt: number; readonly chat?: true | undefined }
  | {
      readonly type: 'openSocket';
      readonly attempt: number;
      readonly sessionId: string;
      readonly cursor: number | null;
      /** Opens a connection over Chat instead. */
      readonly chat?: ChatOffer | undefined;
      /** True if a message that was sent over Chat has no answer. */
      readonly inDoubt?: boolean | undefined;
      /** Transcript, in which the transport finds the turns that this page knows. */
      readonly items?: readonly TimelineItem[] | undefined;
    }
  | { readonly type: 'closeSocket' }
  | { readonly type: 'sendFrame'; readonly attempt: number; readonly event: ClientEvent }
  /** Starts a timer. Replaces a running one with the same key. With `jitter` the wait is between half of `ms` and all of it. */
  | { readonly type: 'setTimer'; readonly key: TimerKey; readonly ms: number; readonly jitter?: true | undefined }
  | { readonly type: 'clearTimer'; readonly key: TimerKey }
  /** Drops token and ticket. `isOver`: the conversation has ended, so the ticket is no longer needed. */
  | { readonly type: 'dropToken'; readonly isOver?: true }
  /** Asks the broker for a ticket that expires later, for the same token. */
  | { readonly type: 'renewTicket' }
  /** Asks the broker how the platform answers a handshake for this session. */
  | { readonly type: 'probe'; readonly attempt: number; readonly sessionId: string }
  /** Stores the state that a reload needs. Reports `stored` when this is done; waiting messages may then be sent. */
  | { readonly type: 'persist' }
  /**
   * Removes all stored records, the token and the ticket. If the visitor asked for this in another tab, `heard` is the time at which that tab
   * did so; that tab may have begun a new conversation since.
   */
  | { readonly type: 'forget'; readonly heard: number | undefined }
  /** Asks the page for its verified context. Reports `contextSettled`. */
  | { readonly type: 'askContext'; readonly sessionId: string; readonly contextId: string }
  /** Requests the right to ask an agent to join. */
  | { readonly type: 'wantJoinRight' }
  | { readonly type: 'emit'; readonly event: PublicEvent };

export type EffectOf<T extends Effect['type']> = Extract<Effect, { readonly type: T }>;
