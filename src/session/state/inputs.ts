/** Everything that can happen to the machine: wishes of the visitor and facts of the world. Every input carries `at`, in milliseconds. */

import type { Custom, ServerEvent } from '../../protocol/events.ts';
import type { TimerKey } from './effects.ts';
import type { OwnRecord, Snapshot } from './snapshot.ts';
import type { Sight } from './state.ts';

/** Why an HTTP call brought nothing. `network`: no answer at all, or none that this page may read. */
export interface CallFailure {
  readonly kind:
    | 'network'
    | 'origin_not_allowed'
    | 'rate_limited'
    | 'rejected'
    /** The resume ticket was not accepted. */
    | 'ticket_refused'
    | 'unavailable'
    | 'unauthorized'
    | 'bad_answer'
    | 'unsafe_address';
  readonly retryAfterMs?: number;
}

/** Wishes: what the visitor or the host page asks for. */
export type Intent =
  | { readonly type: 'openRequested' }
  | { readonly type: 'closeRequested' }
  /** `id` is a fresh client event id. `custom`: pairs that go along with it. */
  | { readonly type: 'sendRequested'; readonly id: string; readonly text: string; readonly custom?: Custom }
  | { readonly type: 'retryRequested'; readonly id: string }
  | { readonly type: 'discardRequested'; readonly id: string }
  | { readonly type: 'draftChanged'; readonly text: string }
  | { readonly type: 'endRequested' }
  | { readonly type: 'startNewRequested' }
  /** Try again, now: cuts a backoff short, and leads out of `failed`. */
  | { readonly type: 'reconnectRequested' }
  /** The visitor is still there. */
  | { readonly type: 'stayRequested' }
  /** Ask the agent to join again, after an error whose remedy that is. */
  | { readonly type: 'rejoinRequested' }
  /** Nothing of this visitor's is to be left in this browser. */
  | {
      readonly type: 'forgetRequested';
      /** Another tab was told so at this instant. */
      readonly heard?: number;
    };

/** Facts. Those that answer an effect carry the `attempt` that they answer. */
export type Fact =
  /** The record of an earlier page load. */
  | { readonly type: 'restored'; readonly snapshot: Snapshot }
  /** The record that another tab has written since. */
  | { readonly type: 'shared'; readonly snapshot: Snapshot }
  /** The own record of a tab that is gone. */
  | { readonly type: 'took'; readonly own: OwnRecord }
  /** Another tab has taken this tab's words over while it was away. */
  | { readonly type: 'gaveUp'; readonly ids: readonly string[]; readonly draft: string }
  /** The right to ask an agent to join is here, or gone. `sure`: no other tab has been heard of. */
  | { readonly type: 'joinRight'; readonly held: boolean; readonly sure: boolean }
  /** Another tab has the chat in view, where replies are read as they come; or none has any more. */
  | { readonly type: 'seenElsewhere'; readonly seen: boolean }
  /** In another tab somebody has done something. */
  | { readonly type: 'aliveElsewhere' }
  /** These messages are safely written. */
  | { readonly type: 'stored'; readonly ids: readonly string[] }
  /** `resumed`: the same token as before, for a resume ticket; sessions made with it are still within reach. */
  | {
      readonly type: 'tokenReceived';
      readonly attempt: number;
      readonly resumed: boolean;
      readonly expiresInMs: number;
      readonly canProbe: boolean;
    }
  | { readonly type: 'tokenFailed'; readonly attempt: number; readonly failure: CallFailure }
  | { readonly type: 'sessionCreated'; readonly attempt: number; readonly sessionId: string }
  | { readonly type: 'sessionFailed'; readonly attempt: number; readonly failure: CallFailure }
  /** How the platform answers a handshake for this session (docs/PROTOCOL.md, Handshake); 0: not at all. */
  | { readonly type: 'probed'; readonly attempt: number; readonly status: number; readonly retryAfterMs?: number }
  | { readonly type: 'probeFailed'; readonly attempt: number; readonly failure: CallFailure }
  | { readonly type: 'socketOpened'; readonly attempt: number }
  | { readonly type: 'socketClosed'; readonly attempt: number; readonly code: number; readonly opened: boolean }
  | { readonly type: 'eventsReceived'; readonly attempt: number; readonly events: readonly ServerEvent[] }
  | { readonly type: 'timerFired'; readonly key: TimerKey }
  /** How much of the chat can be seen from now on. */
  | { readonly type: 'looked'; readonly sight: Sight }
  | { readonly type: 'online' | 'offline' | 'visible' | 'hidden' | 'frozen' | 'resumed' };

export type Input = (Intent | Fact) & { readonly at: number };
export type InputType = Input['type'];
export type InputOf<T extends InputType> = Extract<Input, { readonly type: T }>;
