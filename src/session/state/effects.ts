/** Effects: commands of the machine, as data. client/perform-effects.ts performs them. */

import type { ClientEvent } from '../../protocol/events.ts';
import type { PublicEvent } from './public-events.ts';

/** Timers of one socket, stopped with it. */
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
  'agentTyping',
  'liveTyping',
  'gap',
  'silence',
] as const;

export type TimerKey = (typeof SOCKET_TIMERS | typeof OTHER_TIMERS)[number];

/** One command. An effect of an attempt carries its number, and the resulting fact brings it back. */
export type Effect =
  | { readonly type: 'fetchToken'; readonly attempt: number }
  | { readonly type: 'createSession'; readonly attempt: number }
  | {
      readonly type: 'openSocket';
      readonly attempt: number;
      readonly sessionId: string;
      readonly cursor: number | null;
    }
  | { readonly type: 'closeSocket' }
  | { readonly type: 'sendFrame'; readonly attempt: number; readonly event: ClientEvent }
  /** Starts a timer, in place of a running one with the same key. With `jitter` the wait is between half of `ms` and all of it. */
  | { readonly type: 'setTimer'; readonly key: TimerKey; readonly ms: number; readonly jitter?: true | undefined }
  | { readonly type: 'clearTimer'; readonly key: TimerKey }
  /** Drops token and ticket. `isOver`: the conversation has ended, so that nobody needs the ticket any more. */
  | { readonly type: 'dropToken'; readonly isOver?: true }
  /** Asks the broker for a ticket that expires later, for the same token. */
  | { readonly type: 'renewTicket' }
  /** Asks the broker how the platform answers a handshake for this session. */
  | { readonly type: 'probe'; readonly attempt: number; readonly sessionId: string }
  /** Stores the state that a reload needs. `stored` follows once messages that wait for it may be sent. */
  | { readonly type: 'persist' }
  /** Removes all stored records, token and ticket. `heard` is set if another tab has done so at that time, and may have begun a new conversation. */
  | { readonly type: 'forget'; readonly heard: number | undefined }
  /** Requests the right to ask an agent to join. */
  | { readonly type: 'wantJoinRight' }
  | { readonly type: 'emit'; readonly event: PublicEvent };

export type EffectOf<T extends Effect['type']> = Extract<Effect, { readonly type: T }>;
