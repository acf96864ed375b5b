/** Effects: orders of the machine, as data. The driver in client/perform-effects.ts carries them out. */

import type { ClientEvent } from '../../protocol/events.ts';
import type { PublicEvent } from './public-events.ts';

/** Timers that belong to one socket and die with it. */
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
/** Timers that outlive a socket, but not a conversation. */
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

/** Effects of one attempt carry its number, and answers bring it back. */
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
  /** Replaces a running timer of the same key. With `jitter` the driver waits between half of `ms` and all of it. */
  | { readonly type: 'setTimer'; readonly key: TimerKey; readonly ms: number; readonly jitter?: true | undefined }
  | { readonly type: 'clearTimer'; readonly key: TimerKey }
  /** The driver forgets token and ticket. */
  | { readonly type: 'dropToken' }
  /** Asks the broker for a ticket with a later end, for the same token. */
  | { readonly type: 'renewTicket' }
  /** Asks the broker how the platform answers a handshake for this session. */
  | { readonly type: 'probe'; readonly attempt: number; readonly sessionId: string }
  /** Keeps what a reload needs; answered by `stored` once messages that wait for it may be sent. */
  | { readonly type: 'persist' }
  /** Removes whatever is kept, token and ticket included; `heard`: another tab has done so at that instant, and may have begun anew. */
  | { readonly type: 'forget'; readonly heard: number | undefined }
  /** Asks for the right to ask an agent to join. */
  | { readonly type: 'wantJoinRight' }
  | { readonly type: 'emit'; readonly event: PublicEvent };

export type EffectOf<T extends Effect['type']> = Extract<Effect, { readonly type: T }>;
