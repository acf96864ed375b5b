/** State of the agent in one conversation, and the steps that its replies consist of. */

import type { Custom, ServerEventBody, SessionEndReason } from '../../protocol/events.ts';
import type { Random } from './options.ts';

/** One thing that the agent's side does. `wait` is in milliseconds and is scaled by the pace. */
export type Step =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'event'; readonly body: ServerEventBody }
  /** SYSTEM_MESSAGE of level error, with the custom metadata of the message that caused it. */
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'end'; readonly reason: SessionEndReason }
  /** The visitor waits in this queue for a person at the desk of the control API. */
  | { readonly kind: 'queue'; readonly queueName: string };

/**
 * A request that the agent replies to: a join request, a message, or an external event, for which `text` is the reply itself. Also the two ways in
 * which a visitor comes back to the agent: nobody at the desk has accepted, or the person has left.
 */
export interface Turn {
  readonly kind: 'join' | 'message' | 'event' | 'unanswered' | 'left';
  readonly text: string;
  readonly custom: Custom;
}

/**
 * The visitor's counterpart. `none`: nobody, so a message is answered with an error. `joining`: the visitor has asked the agent to join. `queue`: the
 * visitor waits for the desk.
 */
export type Stage = 'none' | 'joining' | 'agent' | 'queue' | 'live';

/** A visitor's wait for the desk, and the person who has accepted. */
export interface Desk {
  readonly queueName: string;
  readonly waitingSince: number;
  person: { readonly agentId: string; readonly agentName: string } | null;
}

/** Replies that the agent has besides its script. */
export interface Knowledge {
  /** Text in place of the scripted opening hours. */
  readonly openingHours: string | undefined;
  /** Returns the knowledge base's answer to a message. The message is in lower case. */
  answerTo(message: string): string | undefined;
}

export interface Conversation {
  stage: Stage;
  /** BCP 47. */
  language: string;
  /** True if the agent has asked for an order number. It then takes the next message as one. */
  awaitsOrder: boolean;
  /** Null unless the visitor waits for a person at the desk, or talks to one. */
  desk: Desk | null;
  visitorTypes: boolean;
  readonly turns: Turn[];
  running: { readonly turn: Turn; readonly steps: Iterator<Step> } | null;
}

/** The part of a conversation that a scenario may see and change. */
export interface Scene {
  readonly conversation: Conversation;
  readonly streaming: boolean;
  readonly random: Random;
  readonly publicUrl: string;
  /** Knowledge from the running version and the real-time configs, looked up for each turn. */
  readonly knowledge: Knowledge;
  /** True if hand-offs wait for a person at the desk. */
  readonly waitsForDesk: boolean;
  /** Makes an id for an external event of this conversation, and returns it. */
  expectEvent(): string;
  /** Returns true if a fault cuts this streamed reply off half-way. Call it once per reply. */
  truncates(): boolean;
}

export type Scenario = (scene: Scene) => Iterable<Step>;

export function createConversation(): Conversation {
  return {
    stage: 'none',
    language: 'en',
    awaitsOrder: false,
    desk: null,
    visitorTypes: false,
    turns: [],
    running: null,
  };
}
