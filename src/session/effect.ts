/** What the machine wants done, as data. The driver in client/perform.ts does it; nothing here happens by itself. */

import type { ClientEvent } from '../protocol/events.ts';
import type { PublicEvent } from './public-event.ts';

export type TimerKey =
  | 'retry'
  | 'receipt'
  | 'listen'
  | 'heartbeat'
  | 'pong'
  | 'stable'
  | 'rejoin'
  | 'ending'
  | 'idle'
  | 'agentTyping'
  | 'liveTyping'
  | 'ownTyping'
  | 'gap'
  | 'hole'
  | 'silence';

export type Effect =
  | { readonly type: 'fetchToken'; readonly attempt: number }
  | { readonly type: 'createSession'; readonly attempt: number }
  | {
      readonly type: 'openSocket';
      readonly attempt: number;
      readonly sessionId: string;
      readonly cursor: number | null;
    }
  | { readonly type: 'closeSocket'; readonly attempt: number }
  | { readonly type: 'sendFrame'; readonly attempt: number; readonly event: ClientEvent }
  /** Replaces a running timer of the same key. With `jitter` the driver waits between half of `ms` and all of it. */
  | { readonly type: 'setTimer'; readonly key: TimerKey; readonly ms: number; readonly jitter?: true }
  | { readonly type: 'clearTimer'; readonly key: TimerKey }
  /** The driver forgets token and ticket. */
  | { readonly type: 'dropToken' }
  | { readonly type: 'emit'; readonly event: PublicEvent };

/** The next state and what to do about it. */
export type Step<S> = readonly [state: S, effects: readonly Effect[]];
