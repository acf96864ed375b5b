/** The events that a host page can listen to. No event contains an access token or a resume ticket. */

import type { SystemErrorKind } from '../../protocol/system-messages.ts';
import type { Author, EndReason, HandoffStage } from '../transcript/items.ts';
import type { ConnectionCode, PhaseName } from './state.ts';

export type DeliveryStatus = 'sending' | 'sent' | 'failed';

/**
 * Codes of the event `error`, in four groups: failures of the connection (`ConnectionCode`); errors of the platform whose texts Natter knows
 * (`SystemErrorKind`); `system_error` for any other error of the platform; and Natter's own: `message_too_large` (the text is larger than
 * `maxMessageBytes`) and `load_failed` (the rest of the widget could not be fetched).
 */
export type ErrorCode = ConnectionCode | SystemErrorKind | 'system_error' | 'message_too_large' | 'load_failed';

export type ContextOutcome = 'accepted' | 'slow' | 'thrown' | 'invalid' | 'refused' | 'unavailable';

/** Detail of every public event, by name. `npm run written` copies the comments to the handlers and to docs/CONFIGURATION.md. */
export interface PublicEvents {
  /**
   * The widget is on the page and takes calls. A handler that is added later is called as well; an element dispatches the event once. `createChat()`
   * and `useChat()` have no such event.
   */
  ready: Record<string, never>;
  /** The panel opened in this tab, or was restored open when the page loaded. */
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
   * - `active`: messages can be sent and received
   * - `waiting`: waits for the next attempt to connect
   * - `ended`: the conversation is over
   * - `failed`: has stopped trying, until the visitor or `reconnect()` asks for it, or a lost network comes back
   */
  state: { readonly phase: PhaseName };
  /**
   * A message is complete: the visitor's own when it is sent off, an agent's when its last chunk has arrived. If the rest of a reply does not arrive,
   * its text so far is reported after 30 seconds, before the conversation ends, or before the reply to a later message. Fires once for each `id`. An
   * agent's text is Markdown.
   */
  message: { readonly id: string; readonly from: Author | 'system'; readonly text: string };
  /** A message of the visitor is being sent, was sent, or failed. `id` is that of its `message` event. */
  delivery: { readonly id: string; readonly status: DeliveryStatus };
  /**
   * A hand-off to a person moved on:
   * - `asked`: the agent asked for a person
   * - `accepted`: the visitor is in a queue
   * - `queue`: the place in the queue changed; fires repeatedly
   * - `joined`, `left`: a person came, went
   * - `failed`: the hand-off could not be arranged
   * - `timeout`: no person came in time
   * - `client`: the page takes over, see `handoff-required`
   */
  handoff: { readonly stage: HandoffStage };
  /**
   * The platform asks the page to take over the visitor. Fires in every tab with the conversation. A field that the platform did not send is the
   * empty string. The visitor sees a notice as well, with a link if `route` is an address.
   */
  'handoff-required': { readonly reason: string; readonly queueName: string; readonly route: string };
  /**
   * The conversation is over. Fires once in each tab that shows it: when the platform ends it, when the end that the visitor asked for is confirmed or
   * not answered, or when the page finds that it has expired. Does not fire if a page loads a conversation that had ended before, nor if `startNew()` or
   * `forget()` leaves an open one. The reasons:
   * - `user-end`: the visitor ended it
   * - `natural-end`: the agent ended it
   * - `user-abandoned`: the platform ended it because the visitor was silent
   * - `expired`: ten minutes passed without contact to the platform
   * - `closed`: the platform closed the socket without a SESSION_END
   * - `unknown`: another reason, or none
   */
  ended: { readonly reason: EndReason };
  /** Something went wrong. `code` is stable; `message` is for developers. */
  error: { readonly code: ErrorCode; readonly message: string };
  /**
   * The number of messages that the visitor has not seen changed, including those from before this page load. A message is unseen if it arrived while
   * the panel was closed, every page with it was hidden, or an inline chat was out of view. 0 when all have been seen, in any tab.
   */
  unread: { readonly count: number };
  /** The platform changed the language of the conversation; `code` is a BCP 47 tag. */
  language: { readonly code: string };
  /**
   * The visitor has been quiet for eight minutes and is asked whether to continue. Without an answer the conversation ends in about `secondsLeft`
   * seconds.
   */
  idle: { readonly secondsLeft: number };
  /** The visitor gave consent. `version` is the setting `consentVersion`; `at` is in milliseconds since 1970. */
  consent: { readonly version: string; readonly at: number };
  /** The visitor rated the conversation after its end, with one to five stars. `text` may be the empty string. */
  rating: { readonly stars: number; readonly text: string };
  /**
   * The visitor pressed a thumb below a reply of the agent, or wrote a few words after a thumb down: then it fires again, with `text`. `messageId` is the
   * `id` of the reply's `message` event. Later feedback to the same reply replaces the earlier.
   */
  feedback: { readonly messageId: string; readonly value: 'up' | 'down'; readonly text?: string };
  /**
   * The page was asked for verified context (`onContextRequired`). The conversation goes on in any case:
   * - `accepted`: the function has returned a token in time, and the address `contextUrl`, if it is set, has taken it
   * - `slow`: the function took longer than 4 seconds, or everything took longer than 5
   * - `thrown`: the function threw, or its promise was rejected
   * - `invalid`: the result is not a text of 1 to 16,384 characters
   * - `refused`: the address `contextUrl` has not taken the token
   * - `unavailable`: the platform has named no context id, or a part of Natter could not be fetched, so the function was not called
   */
  context: { readonly outcome: ContextOutcome };
  /**
   * The agent named an external event in a reply, such as `evt_8f3kq1`. Once the event has happened, for example a payment, the site's server reports it
   * to the platform under this id (docs/PLATFORM.md). Fires once for each `id`, after the `message` event of the reply.
   */
  'external-event': { readonly id: string };
  /**
   * The state of the platform changed, as far as the broker knows and the panel has asked: `ok`, `busy` (many conversations), `slow` (replies take
   * longer) or `trouble` (some replies fail). `text` is the line that the visitor sees; empty for `ok`.
   */
  status: { readonly level: 'ok' | 'busy' | 'slow' | 'trouble'; readonly text: string };
  /**
   * The visitor follows a link, in a message or elsewhere in the chat. Call `preventDefault()` to keep the browser from opening it; call it before
   * the handler awaits anything.
   */
  link: { readonly href: string; readonly preventDefault: () => void };
}

export type PublicEventName = keyof PublicEvents;

export type PublicEvent = {
  [K in PublicEventName]: { readonly name: K; readonly detail: PublicEvents[K] };
}[PublicEventName];
