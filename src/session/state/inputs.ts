/** Inputs of the machine: intents of the visitor and facts. Every input carries `at`, in milliseconds since 1970. */

import type { Custom, ServerEvent } from '../../protocol/events.ts';
import type { TimerKey } from './effects.ts';
import type { ContextOutcome } from './public-events.ts';
import type { OwnRecord, Snapshot } from './snapshot.ts';
import type { ChatOffer, Sight } from './state.ts';

/** Reason why an HTTP call failed. `network`: no response came, or CORS forbids the page to read it. */
export interface CallFailure {
  readonly kind:
    | 'network'
    | 'origin_not_allowed'
    /** The broker wants a proof that this page does not have. */
    | 'challenge_required'
    | 'rate_limited'
    | 'rejected'
    /** The broker did not accept the resume ticket. */
    | 'ticket_refused'
    | 'unavailable'
    | 'unauthorized'
    | 'bad_answer'
    | 'unsafe_address';
  readonly retryAfterMs?: number;
}

/** Intents: calls of the visitor or the host page. */
export type Intent =
  | { readonly type: 'openRequested' }
  | { readonly type: 'closeRequested' }
  /** Sends a message. `id` is a new client event id; `custom` is its metadata. */
  | { readonly type: 'sendRequested'; readonly id: string; readonly text: string; readonly custom?: Custom }
  | { readonly type: 'retryRequested'; readonly id: string }
  | { readonly type: 'discardRequested'; readonly id: string }
  | { readonly type: 'draftChanged'; readonly text: string }
  | { readonly type: 'endRequested' }
  | { readonly type: 'startNewRequested' }
  /** Connects now, during a pause or after the attempts were given up. */
  | { readonly type: 'reconnectRequested' }
  /** The visitor answered that the conversation should continue. */
  | { readonly type: 'stayRequested' }
  /** Asks the agent to join again, after an error whose remedy is `rejoin`. */
  | { readonly type: 'rejoinRequested' }
  /** Asks the page for verified context again, which replaces the earlier one. */
  | { readonly type: 'contextRequested' }
  /** Removes all of this visitor's data from this browser. */
  | {
      readonly type: 'forgetRequested';
      /** Time at which another tab forgot the conversation; absent if this tab is the one that forgets it. */
      readonly heard?: number;
    };

/** Facts. A fact that results from an effect carries the `attempt` of that effect. */
export type Fact =
  /** The record of an earlier page load was read. */
  | { readonly type: 'restored'; readonly snapshot: Snapshot }
  /** Another tab has written a newer record. */
  | { readonly type: 'shared'; readonly snapshot: Snapshot }
  /** The unsent messages and the draft of a tab that is gone. */
  | { readonly type: 'took'; readonly own: OwnRecord }
  /** While this tab was frozen, another tab took over its messages. */
  | { readonly type: 'gaveUp'; readonly ids: readonly string[]; readonly draft: string }
  /** The right to ask an agent to join was acquired or lost. `sure`: no other tab is known. */
  | { readonly type: 'joinRight'; readonly held: boolean; readonly sure: boolean }
  /** The page has given its verified context for the session, or has not. */
  | { readonly type: 'contextSettled'; readonly sessionId: string; readonly outcome: ContextOutcome }
  /** True: another tab has the chat in view, so replies count as read. False: no other tab has. */
  | { readonly type: 'seenElsewhere'; readonly seen: boolean }
  /** The visitor is active in another tab. */
  | { readonly type: 'aliveElsewhere' }
  /** These messages are stored. */
  | { readonly type: 'stored'; readonly ids: readonly string[] }
  /** A token was received. `resumed`: it is the token of the resume ticket, so the earlier session can still be used. */
  | {
      readonly type: 'tokenReceived';
      readonly attempt: number;
      readonly resumed: boolean;
      readonly expiresInMs: number;
      readonly canProbe: boolean;
      /** Absent: conversations cannot go over Chat. */
      readonly chat?: ChatOffer | undefined;
      /** True if new conversations go over Chat from the start. */
      readonly prefersChat?: boolean | undefined;
    }
  /** The browser has been working on the broker's challenge for two seconds. */
  | { readonly type: 'challengeLasts'; readonly attempt: number }
  | { readonly type: 'tokenFailed'; readonly attempt: number; readonly failure: CallFailure }
  | {
      readonly type: 'sessionCreated';
      readonly attempt: number;
      readonly sessionId: string;
      readonly chat?: true | undefined;
    }
  | { readonly type: 'sessionFailed'; readonly attempt: number; readonly failure: CallFailure }
  /**
   * The result of a probe: the HTTP status with which the platform answers a handshake for this session (docs/PROTOCOL.md, Handshake); 0 if it does
   * not answer.
   */
  | { readonly type: 'probed'; readonly attempt: number; readonly status: number; readonly retryAfterMs?: number }
  | { readonly type: 'probeFailed'; readonly attempt: number; readonly failure: CallFailure }
  | { readonly type: 'socketOpened'; readonly attempt: number }
  | { readonly type: 'socketClosed'; readonly attempt: number; readonly code: number; readonly opened: boolean }
  | { readonly type: 'eventsReceived'; readonly attempt: number; readonly events: readonly ServerEvent[] }
  | { readonly type: 'timerFired'; readonly key: TimerKey }
  /** The visibility of the chat changed. */
  | { readonly type: 'looked'; readonly sight: Sight }
  | { readonly type: 'online' | 'offline' | 'visible' | 'hidden' | 'frozen' | 'resumed' };

export type Input = (Intent | Fact) & { readonly at: number };
export type InputType = Input['type'];
export type InputOf<T extends InputType> = Extract<Input, { readonly type: T }>;
