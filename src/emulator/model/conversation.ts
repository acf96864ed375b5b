/** The agent's knowledge of one conversation, and the steps that make up every answer. */

import type { Custom, ServerEventBody, SessionEndReason } from '../../protocol/events.ts';
import type { Random } from './options.ts';

/** One thing that the agent's side does. `wait` is in milliseconds and is scaled by the pace. */
export type Step =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'event'; readonly body: ServerEventBody }
  /** SYSTEM_MESSAGE of level error, with the custom metadata of the message that caused it. */
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'end'; readonly reason: SessionEndReason };

/** A request that the agent replies to: to join, a message, or an external event. The `text` of an event is the agent's reply to it. */
export interface Turn {
  readonly kind: 'join' | 'message' | 'event';
  readonly text: string;
  readonly custom: Custom;
}

/** `none`: nobody is there, a message is an error. `joining`: asked for and on the way. */
export type Stage = 'none' | 'joining' | 'agent' | 'live';

/** Replies besides the script's own. */
export interface Knowledge {
  /** Text in place of the scripted opening hours. */
  readonly openingHours: string | undefined;
  /** Answer of the knowledge base to a message in lower case. */
  answerTo(message: string): string | undefined;
}

export interface Conversation {
  stage: Stage;
  /** BCP 47. */
  language: string;
  /** The agent asked for an order number and takes the next message as one. */
  awaitsOrder: boolean;
  readonly turns: Turn[];
  running: { readonly turn: Turn; readonly steps: Iterator<Step> } | null;
}

/** The part of a conversation that a scenario may see and change. */
export interface Scene {
  readonly conversation: Conversation;
  readonly streaming: boolean;
  readonly random: Random;
  readonly publicUrl: string;
  /** Knowledge from the version that runs, and from real-time configs; looked up for each turn. */
  readonly knowledge: Knowledge;
  /** Makes the id by which an outside system will answer, and binds it to this conversation. */
  expectEvent(): string;
  /** Asked once per streamed answer: whether a fault breaks it off half-way. */
  truncates(): boolean;
}

export type Scenario = (scene: Scene) => Iterable<Step>;

export function createConversation(): Conversation {
  return { stage: 'none', language: 'en', awaitsOrder: false, turns: [], running: null };
}
