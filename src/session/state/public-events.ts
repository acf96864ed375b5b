/** The events that a host page can listen to. No event ever holds an access token or a resume ticket. */

import type { SystemErrorKind } from '../../protocol/system-messages.ts';
import type { Author, EndReason, HandoffStage } from '../transcript/items.ts';
import type { ConnectionCode, PhaseName } from './state.ts';

export type DeliveryStatus = 'sending' | 'sent' | 'failed';

/**
 * Codes of the event `error`, in four groups: failures of the connection, errors that the platform reports in words that Natter knows,
 * `system_error` for any other error of the platform, and Natter's own: `message_too_large` (the text is larger than `maxMessageBytes`) and
 * `load_failed` (the rest of the widget could not be fetched).
 */
export type ErrorCode = ConnectionCode | SystemErrorKind | 'system_error' | 'message_too_large' | 'load_failed';

/** Payload of every public event, by name. `npm run written` copies the comments to handlers and to docs/CONFIGURATION.md. */
export interface PublicEvents {
  /**
   * The widget is on the page and answers calls. A handler that is added later hears it, too; as an event of the element it is dispatched once.
   * `createChat()` and `useChat()` have none.
   */
  ready: Record<string, never>;
  /** The panel opened in this tab; also when a page finds the panel open as it was left. */
  open: Record<string, never>;
  /** The panel closed in this tab. */
  close: Record<string, never>;
  /**
   * The phase of the connection changed:
   * - `idle`: nothing has begun
   * - `authorizing`: fetches a token
   * - `creating`: creates a session
   * - `connecting`: opens a socket
   * - `replaying`: reads the history
   * - `joining`: asks the agent to join
   * - `active`: the conversation goes on
   * - `waiting`: waits for the next attempt
   * - `ended`: the conversation is over
   * - `failed`: waits for the visitor
   */
  state: { readonly phase: PhaseName };
  /**
   * A message is complete: the visitor's own when it was sent off, an agent's when its last piece has arrived. A reply whose rest does not come is
   * reported as it stands after 30 seconds, before the end, or before the visitor gets an answer to a later message. Fires once for each `id`.
   * An agent's text is Markdown.
   */
  message: { readonly id: string; readonly from: Author | 'system'; readonly text: string };
  /** A message of the visitor's is being sent, was sent, or failed; `id` is the one of its `message` event. */
  delivery: { readonly id: string; readonly status: DeliveryStatus };
  /**
   * A hand-off to a person moved on:
   * - `asked`: the agent wants a person
   * - `accepted`: the visitor is in a queue
   * - `queue`: news of the place in the queue, again and again
   * - `joined`, `left`: a person came, went
   * - `failed`: it could not be arranged
   * - `timeout`: nobody came in time
   * - `client`: the page takes over, see `handoff-required`
   */
  handoff: { readonly stage: HandoffStage };
  /**
   * The platform asks the page to take the visitor over. Fires in every tab that has the conversation; what the platform did not say is the empty
   * string. The visitor is told as well, with a link if `route` is an address.
   */
  'handoff-required': { readonly reason: string; readonly queueName: string; readonly route: string };
  /**
   * The conversation is over:
   * - `user-end`: the visitor ended it
   * - `natural-end`: the agent ended it
   * - `user-abandoned`: the platform ended it after silence
   * - `expired`: ten idle minutes passed, and nobody could be asked
   * - `closed`: the platform closed the socket without a word
   * - `unknown`: another reason, or none
   */
  ended: { readonly reason: EndReason };
  /** Something went wrong. `code` is stable; `message` is for developers. */
  error: { readonly code: ErrorCode; readonly message: string };
  /**
   * The number of messages that nobody has seen changed, including those from before this page: the panel was closed, every page with it was hidden,
   * or an inline chat was out of view. 0 when they have been seen, in whichever tab.
   */
  unread: { readonly count: number };
  /** The platform changed the language of the conversation; `code` is a BCP 47 tag. */
  language: { readonly code: string };
  /**
   * The visitor has been quiet for eight minutes and is asked whether to go on; without an answer the conversation ends in about `secondsLeft`
   * seconds.
   */
  idle: { readonly secondsLeft: number };
  /** The visitor agreed to this version (`consentVersion`); `at` is in milliseconds since 1970. */
  consent: { readonly version: string; readonly at: number };
  /** The visitor rated the conversation that is over, with one to five stars; `text` may be the empty string. */
  rating: { readonly stars: number; readonly text: string };
  /**
   * The visitor follows a link, in a message or elsewhere in the chat. `preventDefault()` keeps the browser from opening it, if it is called before
   * anything is awaited.
   */
  link: { readonly href: string; readonly preventDefault: () => void };
}

export type PublicEventName = keyof PublicEvents;

export type PublicEvent = {
  [K in PublicEventName]: { readonly name: K; readonly detail: PublicEvents[K] };
}[PublicEventName];
