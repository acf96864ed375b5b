/**
 * One handler for each public event, with the comments of session/state/public-events.ts, under the names that components and frameworks give them.
 * Written by `npm run written`: change the comments there, not here.
 */

import type { PublicEvents } from '../../client/api/chat.ts';

/** Handlers of a component, called with the detail of the event. Nobody waits for what they return; `onReady` is event-names.ts. */
export interface DetailHandlers {
  /** The panel opened in this tab, or was restored open when the page loaded. */
  readonly onOpen?: ((detail: PublicEvents['open']) => unknown) | undefined;
  /** The panel closed in this tab. */
  readonly onClose?: ((detail: PublicEvents['close']) => unknown) | undefined;
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
  readonly onState?: ((detail: PublicEvents['state']) => unknown) | undefined;
  /**
   * A message is complete: the visitor's own when it is sent off, an agent's when its last chunk has arrived. If the rest of a reply does not arrive,
   * its text so far is reported after 30 seconds, before the conversation ends, or before the reply to a later message. Fires once for each `id`. An
   * agent's text is Markdown.
   */
  readonly onMessage?: ((detail: PublicEvents['message']) => unknown) | undefined;
  /** A message of the visitor is being sent, was sent, or failed. `id` is that of its `message` event. */
  readonly onDelivery?: ((detail: PublicEvents['delivery']) => unknown) | undefined;
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
  readonly onHandoff?: ((detail: PublicEvents['handoff']) => unknown) | undefined;
  /**
   * The platform asks the page to take over the visitor. Fires in every tab with the conversation. A field that the platform did not send is the
   * empty string. The visitor sees a notice as well, with a link if `route` is an address.
   */
  readonly onHandoffRequired?: ((detail: PublicEvents['handoff-required']) => unknown) | undefined;
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
  readonly onEnded?: ((detail: PublicEvents['ended']) => unknown) | undefined;
  /** Something went wrong. `code` is stable; `message` is for developers. */
  readonly onError?: ((detail: PublicEvents['error']) => unknown) | undefined;
  /**
   * The number of messages that the visitor has not seen changed, including those from before this page load. A message is unseen if it arrived while
   * the panel was closed, every page with it was hidden, or an inline chat was out of view. 0 when all have been seen, in any tab.
   */
  readonly onUnread?: ((detail: PublicEvents['unread']) => unknown) | undefined;
  /** The platform changed the language of the conversation; `code` is a BCP 47 tag. */
  readonly onLanguage?: ((detail: PublicEvents['language']) => unknown) | undefined;
  /**
   * The visitor has been quiet for eight minutes and is asked whether to continue. Without an answer the conversation ends in about `secondsLeft`
   * seconds.
   */
  readonly onIdle?: ((detail: PublicEvents['idle']) => unknown) | undefined;
  /** The visitor gave consent. `version` is the setting `consentVersion`; `at` is in milliseconds since 1970. */
  readonly onConsent?: ((detail: PublicEvents['consent']) => unknown) | undefined;
  /** The visitor rated the conversation after its end, with one to five stars. `text` may be the empty string. */
  readonly onRating?: ((detail: PublicEvents['rating']) => unknown) | undefined;
  /**
   * The visitor pressed a thumb below a reply of the agent, or wrote a few words after a thumb down: then it fires again, with `text`. `messageId` is the
   * `id` of the reply's `message` event. Later feedback to the same reply replaces the earlier.
   */
  readonly onFeedback?: ((detail: PublicEvents['feedback']) => unknown) | undefined;
  /**
   * The page was asked for verified context (`onContextRequired`). The conversation goes on in any case:
   * - `accepted`: the function has returned a token in time, and the address `contextUrl`, if it is set, has taken it
   * - `slow`: the function took longer than 4 seconds, or everything took longer than 5
   * - `thrown`: the function threw, or its promise was rejected
   * - `invalid`: the result is not a text of 1 to 16,384 characters
   * - `refused`: the address `contextUrl` has not taken the token
   * - `unavailable`: the platform has named no context id, or a part of Natter could not be fetched, so the function was not called
   */
  readonly onContext?: ((detail: PublicEvents['context']) => unknown) | undefined;
  /**
   * The agent named an external event in a reply, such as `evt_8f3kq1`. Once the event has happened, for example a payment, the site's server reports it
   * to the platform under this id (docs/PLATFORM.md). Fires once for each `id`, after the `message` event of the reply.
   */
  readonly onExternalEvent?: ((detail: PublicEvents['external-event']) => unknown) | undefined;
  /**
   * The state of the platform changed, as far as the broker knows and the panel has asked: `ok`, `busy` (many conversations), `slow` (replies take
   * longer) or `trouble` (some replies fail). `text` is the line that the visitor sees; empty for `ok`.
   */
  readonly onStatus?: ((detail: PublicEvents['status']) => unknown) | undefined;
  /**
   * The visitor follows a link, in a message or elsewhere in the chat. Call `preventDefault()` to keep the browser from opening it; call it before
   * the handler awaits anything.
   */
  readonly onLink?: ((detail: PublicEvents['link']) => unknown) | undefined;
}

/** Listeners of `<natter-chat>` in JSX, called with the event: React 19, Preact and Svelte 5. */
export interface ElementEventProps {
  /**
   * The widget is on the page and takes calls. A handler that is added later is called as well; an element dispatches the event once. `createChat()`
   * and `useChat()` have no such event.
   */
  onready?: ((event: CustomEvent<PublicEvents['ready']>) => unknown) | undefined;
  /** The panel opened in this tab, or was restored open when the page loaded. */
  onopen?: ((event: CustomEvent<PublicEvents['open']>) => unknown) | undefined;
  /** The panel closed in this tab. */
  onclose?: ((event: CustomEvent<PublicEvents['close']>) => unknown) | undefined;
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
  onstate?: ((event: CustomEvent<PublicEvents['state']>) => unknown) | undefined;
  /**
   * A message is complete: the visitor's own when it is sent off, an agent's when its last chunk has arrived. If the rest of a reply does not arrive,
   * its text so far is reported after 30 seconds, before the conversation ends, or before the reply to a later message. Fires once for each `id`. An
   * agent's text is Markdown.
   */
  onmessage?: ((event: CustomEvent<PublicEvents['message']>) => unknown) | undefined;
  /** A message of the visitor is being sent, was sent, or failed. `id` is that of its `message` event. */
  ondelivery?: ((event: CustomEvent<PublicEvents['delivery']>) => unknown) | undefined;
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
  onhandoff?: ((event: CustomEvent<PublicEvents['handoff']>) => unknown) | undefined;
  /**
   * The platform asks the page to take over the visitor. Fires in every tab with the conversation. A field that the platform did not send is the
   * empty string. The visitor sees a notice as well, with a link if `route` is an address.
   */
  'onhandoff-required'?: ((event: CustomEvent<PublicEvents['handoff-required']>) => unknown) | undefined;
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
  onended?: ((event: CustomEvent<PublicEvents['ended']>) => unknown) | undefined;
  /** Something went wrong. `code` is stable; `message` is for developers. */
  onerror?: ((event: CustomEvent<PublicEvents['error']>) => unknown) | undefined;
  /**
   * The number of messages that the visitor has not seen changed, including those from before this page load. A message is unseen if it arrived while
   * the panel was closed, every page with it was hidden, or an inline chat was out of view. 0 when all have been seen, in any tab.
   */
  onunread?: ((event: CustomEvent<PublicEvents['unread']>) => unknown) | undefined;
  /** The platform changed the language of the conversation; `code` is a BCP 47 tag. */
  onlanguage?: ((event: CustomEvent<PublicEvents['language']>) => unknown) | undefined;
  /**
   * The visitor has been quiet for eight minutes and is asked whether to continue. Without an answer the conversation ends in about `secondsLeft`
   * seconds.
   */
  onidle?: ((event: CustomEvent<PublicEvents['idle']>) => unknown) | undefined;
  /** The visitor gave consent. `version` is the setting `consentVersion`; `at` is in milliseconds since 1970. */
  onconsent?: ((event: CustomEvent<PublicEvents['consent']>) => unknown) | undefined;
  /** The visitor rated the conversation after its end, with one to five stars. `text` may be the empty string. */
  onrating?: ((event: CustomEvent<PublicEvents['rating']>) => unknown) | undefined;
  /**
   * The visitor pressed a thumb below a reply of the agent, or wrote a few words after a thumb down: then it fires again, with `text`. `messageId` is the
   * `id` of the reply's `message` event. Later feedback to the same reply replaces the earlier.
   */
  onfeedback?: ((event: CustomEvent<PublicEvents['feedback']>) => unknown) | undefined;
  /**
   * The page was asked for verified context (`onContextRequired`). The conversation goes on in any case:
   * - `accepted`: the function has returned a token in time, and the address `contextUrl`, if it is set, has taken it
   * - `slow`: the function took longer than 4 seconds, or everything took longer than 5
   * - `thrown`: the function threw, or its promise was rejected
   * - `invalid`: the result is not a text of 1 to 16,384 characters
   * - `refused`: the address `contextUrl` has not taken the token
   * - `unavailable`: the platform has named no context id, or a part of Natter could not be fetched, so the function was not called
   */
  oncontext?: ((event: CustomEvent<PublicEvents['context']>) => unknown) | undefined;
  /**
   * The agent named an external event in a reply, such as `evt_8f3kq1`. Once the event has happened, for example a payment, the site's server reports it
   * to the platform under this id (docs/PLATFORM.md). Fires once for each `id`, after the `message` event of the reply.
   */
  'onexternal-event'?: ((event: CustomEvent<PublicEvents['external-event']>) => unknown) | undefined;
  /**
   * The state of the platform changed, as far as the broker knows and the panel has asked: `ok`, `busy` (many conversations), `slow` (replies take
   * longer) or `trouble` (some replies fail). `text` is the line that the visitor sees; empty for `ok`.
   */
  onstatus?: ((event: CustomEvent<PublicEvents['status']>) => unknown) | undefined;
  /**
   * The visitor follows a link, in a message or elsewhere in the chat. Call `preventDefault()` to keep the browser from opening it; call it before
   * the handler awaits anything.
   */
  onlink?: ((event: CustomEvent<PublicEvents['link']>) => unknown) | undefined;
}

/** Listeners of `<natter-chat>` in JSX of Solid. */
export interface SolidEventProps {
  /**
   * The widget is on the page and takes calls. A handler that is added later is called as well; an element dispatches the event once. `createChat()`
   * and `useChat()` have no such event.
   */
  'on:ready'?: ((event: CustomEvent<PublicEvents['ready']>) => unknown) | undefined;
  /** The panel opened in this tab, or was restored open when the page loaded. */
  'on:open'?: ((event: CustomEvent<PublicEvents['open']>) => unknown) | undefined;
  /** The panel closed in this tab. */
  'on:close'?: ((event: CustomEvent<PublicEvents['close']>) => unknown) | undefined;
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
  'on:state'?: ((event: CustomEvent<PublicEvents['state']>) => unknown) | undefined;
  /**
   * A message is complete: the visitor's own when it is sent off, an agent's when its last chunk has arrived. If the rest of a reply does not arrive,
   * its text so far is reported after 30 seconds, before the conversation ends, or before the reply to a later message. Fires once for each `id`. An
   * agent's text is Markdown.
   */
  'on:message'?: ((event: CustomEvent<PublicEvents['message']>) => unknown) | undefined;
  /** A message of the visitor is being sent, was sent, or failed. `id` is that of its `message` event. */
  'on:delivery'?: ((event: CustomEvent<PublicEvents['delivery']>) => unknown) | undefined;
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
  'on:handoff'?: ((event: CustomEvent<PublicEvents['handoff']>) => unknown) | undefined;
  /**
   * The platform asks the page to take over the visitor. Fires in every tab with the conversation. A field that the platform did not send is the
   * empty string. The visitor sees a notice as well, with a link if `route` is an address.
   */
  'on:handoff-required'?: ((event: CustomEvent<PublicEvents['handoff-required']>) => unknown) | undefined;
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
  'on:ended'?: ((event: CustomEvent<PublicEvents['ended']>) => unknown) | undefined;
  /** Something went wrong. `code` is stable; `message` is for developers. */
  'on:error'?: ((event: CustomEvent<PublicEvents['error']>) => unknown) | undefined;
  /**
   * The number of messages that the visitor has not seen changed, including those from before this page load. A message is unseen if it arrived while
   * the panel was closed, every page with it was hidden, or an inline chat was out of view. 0 when all have been seen, in any tab.
   */
  'on:unread'?: ((event: CustomEvent<PublicEvents['unread']>) => unknown) | undefined;
  /** The platform changed the language of the conversation; `code` is a BCP 47 tag. */
  'on:language'?: ((event: CustomEvent<PublicEvents['language']>) => unknown) | undefined;
  /**
   * The visitor has been quiet for eight minutes and is asked whether to continue. Without an answer the conversation ends in about `secondsLeft`
   * seconds.
   */
  'on:idle'?: ((event: CustomEvent<PublicEvents['idle']>) => unknown) | undefined;
  /** The visitor gave consent. `version` is the setting `consentVersion`; `at` is in milliseconds since 1970. */
  'on:consent'?: ((event: CustomEvent<PublicEvents['consent']>) => unknown) | undefined;
  /** The visitor rated the conversation after its end, with one to five stars. `text` may be the empty string. */
  'on:rating'?: ((event: CustomEvent<PublicEvents['rating']>) => unknown) | undefined;
  /**
   * The visitor pressed a thumb below a reply of the agent, or wrote a few words after a thumb down: then it fires again, with `text`. `messageId` is the
   * `id` of the reply's `message` event. Later feedback to the same reply replaces the earlier.
   */
  'on:feedback'?: ((event: CustomEvent<PublicEvents['feedback']>) => unknown) | undefined;
  /**
   * The page was asked for verified context (`onContextRequired`). The conversation goes on in any case:
   * - `accepted`: the function has returned a token in time, and the address `contextUrl`, if it is set, has taken it
   * - `slow`: the function took longer than 4 seconds, or everything took longer than 5
   * - `thrown`: the function threw, or its promise was rejected
   * - `invalid`: the result is not a text of 1 to 16,384 characters
   * - `refused`: the address `contextUrl` has not taken the token
   * - `unavailable`: the platform has named no context id, or a part of Natter could not be fetched, so the function was not called
   */
  'on:context'?: ((event: CustomEvent<PublicEvents['context']>) => unknown) | undefined;
  /**
   * The agent named an external event in a reply, such as `evt_8f3kq1`. Once the event has happened, for example a payment, the site's server reports it
   * to the platform under this id (docs/PLATFORM.md). Fires once for each `id`, after the `message` event of the reply.
   */
  'on:external-event'?: ((event: CustomEvent<PublicEvents['external-event']>) => unknown) | undefined;
  /**
   * The state of the platform changed, as far as the broker knows and the panel has asked: `ok`, `busy` (many conversations), `slow` (replies take
   * longer) or `trouble` (some replies fail). `text` is the line that the visitor sees; empty for `ok`.
   */
  'on:status'?: ((event: CustomEvent<PublicEvents['status']>) => unknown) | undefined;
  /**
   * The visitor follows a link, in a message or elsewhere in the chat. Call `preventDefault()` to keep the browser from opening it; call it before
   * the handler awaits anything.
   */
  'on:link'?: ((event: CustomEvent<PublicEvents['link']>) => unknown) | undefined;
}
