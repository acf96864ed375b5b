/**
 * The settings as frameworks write them on `<natter-chat>`: attributes in kebab-case, and as properties those that no attribute can carry. A type
 * derived under other names would lose the comments of settings.ts. Written by `npm run written`: change the comments there, not here.
 */

import type { SettingsInput } from '../settings/settings.ts';

/** The settings as attributes. In React and Preact write `"false"` as text: they remove an attribute whose value is false. */
export interface ElementAttributes {
  /**
   * Address of the token broker: an https address, or http on this machine, without credentials, query or fragment. A path, such as `/api/chat`, is
   * on the page's own site. Required.
   */
  broker?: SettingsInput['broker'];
  /**
   * Name that keeps the conversations of several widgets on one site apart.
   * @default `default`
   */
  'widget-id'?: SettingsInput['widgetId'];
  /**
   * Title in the panel's header, and the accessible name of the panel.
   * @default the words for it in the chat's language
   */
  title?: SettingsInput['title'];
  /**
   * Brand colour. Text and icons on it get a colour that is readable.
   * @default Natter's blue
   */
  color?: SettingsInput['color'];
  /**
   * Address of the picture in the panel's header. It is shown until the platform names a picture of the agent or person.
   * @default none, and initials are shown
   */
  avatar?: SettingsInput['avatar'];
  /**
   * Light or dark colours. `auto` follows the visitor's system.
   * @default `auto`
   */
  theme?: SettingsInput['theme'];
  /**
   * Corner of the window for the launcher and a floating panel. Languages that are written from right to left do not change the side.
   * @default `right`
   */
  position?: SettingsInput['position'];
  /**
   * Place of the panel:
   * - `floating`: above the page, opened by a launcher
   * - `fullscreen`: fills the window
   * - `inline`: fills the element that `target` names, or the element around `<natter-chat>`
   *
   * The last two have no launcher and are always open. Their conversation begins when the visitor first presses something in the panel or writes.
   * @default `floating`
   */
  'render-mode'?: SettingsInput['renderMode'];
  /**
   * CSS selector of the element that the script tag's inline chat goes into. If nothing matches, the chat floats and warns (`target_not_found`).
   * `<natter-chat>` and components stay where they are and ignore this setting.
   * @default none
   */
  target?: SettingsInput['target'];
  /**
   * Opens the chat and begins the conversation as soon as the page is ready. Read once, when the chat starts.
   * @default `false`
   */
  'auto-open'?: 'true' | 'false' | SettingsInput['autoOpen'];
  /**
   * Shows the launcher of a floating chat. Without a launcher the page opens the chat with `open()`.
   * @default `true`
   */
  'show-launcher'?: 'true' | 'false' | SettingsInput['showLauncher'];
  /**
   * Shows the panel's header with its menu and its close button. In windows narrower than 480 px a floating panel always has a header.
   * @default `true`
   */
  'show-header'?: 'true' | 'false' | SettingsInput['showHeader'];
  /**
   * Kind of client that is reported to the platform.
   * @default `web`
   */
  platform?: SettingsInput['platform'];
  /**
   * Asks the platform for replies piece by piece, as they are written. With `false` each reply arrives whole.
   * @default `true`
   */
  streaming?: 'true' | 'false' | SettingsInput['streaming'];
  /**
   * Storage in the browser:
   * - `conversation`: keeps the conversation in this browser. It continues after a reload within ten idle minutes; later it is shown as ended
   * - `session`: the same, until the tab is closed
   * - `nothing`: keeps nothing after the page is left or, for a component, after it is removed
   *
   * @default `conversation`
   */
  remember?: SettingsInput['remember'];
  /**
   * Language of the words, the dates and the writing direction, as a BCP 47 tag such as `de` or `pt-BR`. If the tag has no region, the browser's
   * region is used for dates and numbers.
   * @default the page's `lang`, then the browser's language
   */
  locale?: SettingsInput['locale'];
  /**
   * The site's own words in place of Natter's, by key: `{ send: 'Go' }` for every language, `{ de: { send: 'Los' } }` for one.
   * @default none
   */
  texts?: SettingsInput['texts'];
  /**
   * Name of the software that answers, in place of `AI assistant`. It follows `our` in a sentence, and gets a capital letter if it stands alone.
   * One text, or one for each language: `{ en: 'virtual assistant', de: 'virtuellen Assistenten' }`, in an attribute as JSON. It is inserted into
   * sentences unchanged; if a language needs other forms of it, use `texts`.
   * @default the words for it in the chat's language
   */
  'assistant-noun'?: SettingsInput['assistantNoun'];
  /**
   * Name of the people who answer, in place of `our team`, with its article: `the Fernhill crew`. One text, or one for each language, like
   * `assistantNoun`.
   * @default the words for it in the chat's language
   */
  'team-noun'?: SettingsInput['teamNoun'];
  /**
   * Message that asks for a person: `I would like to talk to somebody.` If it is set, the menu and the first screen have a button *Talk to our
   * team*, which sends it as the visitor's own message. One text, or one for each language, like `assistantNoun`.
   * @default none, and there is no such button
   */
  'team-text'?: SettingsInput['teamText'];
  /**
   * Up to five messages that a visitor may begin with: a text, or `{ label, text }` for a button with fewer words than its message. They are shown
   * until the first message of a conversation.
   * @default none
   */
  starters?: SettingsInput['starters'];
  /**
   * Opening hours of the people who answer: `{ zone: 'Europe/Berlin', week: { 'mon-fri': '9:00-18:00' } }`. The first screen says how long they are
   * available, or when they return, in the visitor's time zone. Outside the hours it begins with `phone`, `email` and `contactUrl`.
   * @default none
   */
  hours?: SettingsInput['hours'];
  /**
   * Up to five pages that may help, as `{ label, url }` with an https address. The first screen links them; they open in a new tab.
   * @default none
   */
  links?: SettingsInput['links'];
  /**
   * Up to eight questions before a conversation: `[{ name: 'email', label: 'Email', type: 'email', required: true }]`. The types are `text`, `email` and
   * `choice`, which needs `options`. The answers go with each message of the conversation, as the pairs of `identify()` do.
   * @default none
   */
  preChat?: SettingsInput['preChat'];
  /**
   * Origins whose pictures may be shown in messages, such as `https://cdn.example.com`, or `*` for any. In text, separate them with spaces. Other
   * pictures become links, and no unknown server is contacted.
   * @default none
   */
  'image-origins'?: SettingsInput['imageOrigins'];
  /**
   * Languages that the visitor may choose from in the menu, as BCP 47 tags. In text, separate them with commas: `en,de`. Only languages that Natter
   * supports are offered. With fewer than two of them the menu has no languages.
   * @default none
   */
  languages?: SettingsInput['languages'];
  /**
   * `required`: the panel first asks for consent. Before the visitor agrees, nothing is stored and no server is contacted. `createChat()` and
   * `useChat()` do not ask.
   * @default `none`
   */
  consent?: SettingsInput['consent'];
  /**
   * Version of the text that the visitor agrees to. A visitor who agreed to another version is asked again.
   * @default `1`
   */
  'consent-version'?: SettingsInput['consentVersion'];
  /**
   * Address of the privacy page, linked as `policyLinks` says and beside the consent question.
   * @default none
   */
  'privacy-url'?: SettingsInput['privacyUrl'];
  /**
   * Address of the terms of use, linked as `policyLinks` says and beside the consent question.
   * @default none
   */
  'terms-url'?: SettingsInput['termsUrl'];
  /**
   * Place of the links to `privacyUrl` and `termsUrl`: in the menu, or below the text field.
   * @default `menu`
   */
  'policy-links'?: SettingsInput['policyLinks'];
  /**
   * One line below the composer and beside the consent question: `Answers may be wrong. [Details](https://example.com/ai)`. Links need an https address;
   * others stay text. One text, or one for each language, as `assistantNoun`; a language without a text gets the English one, or the first.
   * @default none
   */
  disclaimer?: SettingsInput['disclaimer'];
  /**
   * `until-first-message`: the disclaimer below the composer goes when the visitor has written a message.
   * @default `always`
   */
  'disclaimer-visibility'?: SettingsInput['disclaimerVisibility'];
  /**
   * Phone number, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  phone?: SettingsInput['phone'];
  /**
   * Email address, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  email?: SettingsInput['email'];
  /**
   * Address of a contact page, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  'contact-url'?: SettingsInput['contactUrl'];
  /**
   * `on`: asks for one to five stars when a conversation has ended, and reports the answer in the event `rating`.
   * @default `off`
   */
  rating?: SettingsInput['rating'];
  /**
   * `on`: two thumbs below each complete reply of the agent. The event `feedback` reports which was pressed.
   * @default `off`
   */
  feedback?: SettingsInput['feedback'];
  /**
   * Plays a sound for replies that arrive while the visitor does not look at the chat. The visitor can change this in the menu.
   * @default `off`
   */
  sound?: SettingsInput['sound'];
  /**
   * Sends cookies to the broker, for a broker on the page's own site that keeps the resume ticket in a cookie (`NATTER_TICKET=cookie`).
   * @default `false`
   */
  'broker-cookies'?: 'true' | 'false' | SettingsInput['brokerCookies'];
  /**
   * Heartbeats that keep the platform's session alive while nobody writes:
   * - `conversation`: a visitor who is inactive for eight minutes is asked whether to continue; after ten minutes, heartbeats stop
   * - `always`: heartbeats continue until the page is left, and the visitor is not asked
   * - `never`: sends only the heartbeats that test the connection
   *
   * @default `conversation`
   */
  'keep-alive'?: SettingsInput['keepAlive'];
  /**
   * Way of the conversation:
   * - `auto`: over a socket; over the broker's Chat, turn by turn, when the network blocks sockets and the broker offers Chat
   * - `socket`: over a socket only
   * - `chat`: over the broker's Chat from the start
   *
   * @default `auto`
   */
  transport?: SettingsInput['transport'];
  /**
   * Has no effect: the styles are constructable style sheets, which need no nonce.
   * @default none
   */
  nonce?: SettingsInput['nonce'];
  /**
   * Limits of attachments: `{ files: 5, megabytes: 10, types: ['image/*', '.pdf'], seconds: 120 }`. Each may be omitted.
   * @default 5 files of any type, of 10 MB and 120 seconds each
   */
  attachLimits?: SettingsInput['attachLimits'];
  /**
   * Called with the files that the visitor chooses, drops or pastes. Stores them on the site, and returns a promise of `[{ url, name }]`: one
   * entry for each file, in the same order, with an https address. The addresses go into the visitor's message as links. Without this function
   * nothing can be attached.
   * @default none
   */
  onAttach?: SettingsInput['onAttach'];
  /**
   * Returns a promise of the token of the site's own captcha. Called only when the broker asks for one (docs/BROKER.md, Challenges). If it is missing
   * or fails, the chat cannot connect (`challenge_required`).
   * @default none
   */
  challenge?: SettingsInput['challenge'];
  /**
   * Returns the value of the header `Authorization` for the broker, such as `Bearer eyJ…`, or a promise of it. A broker with sign-in identifies the
   * visitor by it (docs/BROKER.md, Signed-in visitors). Called before each request to the broker, so return a fresh token. If it throws, takes
   * longer than 15 seconds or does not return a text, the request is sent without the header. A broker without sign-in refuses the header.
   * @default none
   */
  authorization?: SettingsInput['authorization'];
  /**
   * Called with `{ sessionId, contextId }` before the agent is asked to join, and by `refreshContext()`. Returns the token that the site's server has signed
   * for this visitor (docs/BROKER.md, Verified context), or a promise of it, within 4 seconds. The agent is asked to join in any case, after 5 seconds at
   * most; the event `context` has the outcome. The token is sent to `contextUrl` only.
   * @default none
   */
  onContextRequired?: SettingsInput['onContextRequired'];
  /**
   * Address that takes the token of `onContextRequired`, by `POST` with `{ session_id, context_id, token }` as JSON. Ask the operator of your platform where
   * it takes verified context. Without this setting the token is sent nowhere, and the function can hand it over itself.
   * @default none
   */
  'context-url'?: SettingsInput['contextUrl'];
  /**
   * For developers: called with every frame, every input of the state machine with its effects, and every change of this tab's role. No entry holds
   * a token.
   * @default none
   */
  trace?: SettingsInput['trace'];
  /**
   * Called once for each message that this page sends, before it is shown, stored or sent. Returns the message to send instead, or null or false to
   * drop it. Must not return a promise. If the function throws, the error is reported once (`handler_failed`), and the message is sent unchanged.
   * @default none
   */
  beforeSend?: SettingsInput['beforeSend'];
  /**
   * Called for each message before it is shown or reported by the event `message`, and again whenever it changes, for example with each piece of a
   * reply. Returns the message to show instead, or null or false to hide it. May change text, attachments, suggestions and call actions, but not the
   * stored message. The result must depend on the message alone, and must not be a promise. If the function throws, the error is reported once
   * (`handler_failed`), and the message is shown unchanged. A visitor's own message is shown as written until the application has been fetched.
   * @default none
   */
  beforeShow?: SettingsInput['beforeShow'];
}
