/** What the host page may hear. No event ever holds an access token or a resume ticket. */

import type { PhaseName } from './state.ts';
import type { Author, EndReason, HandoffStage } from './timeline.ts';

export type DeliveryStatus = 'sending' | 'sent' | 'failed';

/** Payload of every public event, by name. */
export interface PublicEvents {
  /** The widget is on the page and answers calls. Fires once, and for who comes late; a chat without a user interface has none. */
  ready: Record<string, never>;
  /** The panel opened. */
  open: Record<string, never>;
  /** The panel closed. */
  close: Record<string, never>;
  /** The phase of the connection changed. */
  state: { readonly phase: PhaseName };
  /**
   * A message is complete: the visitor's when it was sent off, an agent's when its last piece has come, or, as it stands then, when nothing
   * more of it has come for half a minute, before the end, or before the visitor had an answer to what they wrote since. Never fires twice
   * for one id. The text of an agent is Markdown.
   */
  message: { readonly id: string; readonly from: Author | 'system'; readonly text: string };
  /** How far a message of the visitor's is; `id` is the one of its `message` event. */
  delivery: { readonly id: string; readonly status: DeliveryStatus };
  /** A hand-off to a person moved on. */
  handoff: { readonly stage: HandoffStage };
  /** The platform asks the host page to take the visitor over. */
  'handoff-required': { readonly reason: string; readonly queueName: string; readonly route: string };
  /** The conversation is over. */
  ended: { readonly reason: EndReason };
  /** Something went wrong; `code` is stable, `message` is for developers. */
  error: { readonly code: string; readonly message: string };
  /** Messages of others that nobody has seen yet. */
  unread: { readonly count: number };
  /** The platform changed the language of the conversation (BCP 47). */
  language: { readonly code: string };
  /** The visitor has been quiet and is asked whether to go on; unanswered, the conversation ends about then. */
  idle: { readonly secondsLeft: number };
  /** The visitor agreed, to this version (`consentVersion`), at this moment in milliseconds since 1970. */
  consent: { readonly version: string; readonly at: number };
  /** The visitor rated the conversation that is over: one to five stars, and words or the empty string. */
  rating: { readonly stars: number; readonly text: string };
  /** The visitor followed a link, in a message or elsewhere in the chat; preventDefault() keeps the browser from opening it. */
  link: { readonly href: string; readonly preventDefault: () => void };
}

export type PublicEventName = keyof PublicEvents;

export type PublicEvent = {
  [K in PublicEventName]: { readonly name: K; readonly detail: PublicEvents[K] };
}[PublicEventName];
