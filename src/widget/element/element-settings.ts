/**
 * The settings as properties of `<natter-chat>`, with the comments of settings.ts: only accessors can be read as one type and written as
 * another. Written by `npm run written`: change the comments there, not here.
 */

import type { AddressName, Settings } from '../settings/settings.ts';

type Unset = null | undefined;

/** Values that set the property of a setting; the empty string, null and undefined restore the default. */
type Given<K extends keyof Settings> = Settings[K] | (K extends AddressName ? URL : never) | '' | Unset;

/**
 * The settings as properties. Undefined, null and the empty string restore the default; for `texts` and functions only the first two do.
 * `title` and `nonce` are properties of every element and take text alone: the empty string restores the default.
 */
export interface ElementSettings {
  /**
   * Address of the token broker: an https address, or http on this machine, without credentials, query or fragment. A path, such as `/api/chat`, is
   * on the page's own site. Required.
   */
  get broker(): Settings['broker'];
  set broker(value: Given<'broker'>);
  /**
   * Name that keeps the conversations of several widgets on one site apart.
   * @default `default`
   */
  get widgetId(): Settings['widgetId'];
  set widgetId(value: Given<'widgetId'>);
  /**
   * Title in the panel's header, and the accessible name of the panel.
   * @default the words for it in the chat's language
   */
  title: string;
  /**
   * Brand colour. Text and icons on it get a colour that is readable.
   * @default Natter's blue
   */
  get color(): Settings['color'];
  set color(value: Given<'color'>);
  /**
   * Address of the picture in the panel's header. It is shown until the platform names a picture of the agent or person.
   * @default none, and initials are shown
   */
  get avatar(): Settings['avatar'];
  set avatar(value: Given<'avatar'>);
  /**
   * Light or dark colours. `auto` follows the visitor's system.
   * @default `auto`
   */
  get theme(): Settings['theme'];
  set theme(value: Given<'theme'>);
  /**
   * Corner of the window for the launcher and a floating panel. Languages that are written from right to left do not change the side.
   * @default `right`
   */
  get position(): Settings['position'];
  set position(value: Given<'position'>);
  /**
   * Place of the panel:
   * - `floating`: above the page, opened by a launcher
   * - `fullscreen`: fills the window
   * - `inline`: fills the element that `target` names, or the element around `<natter-chat>`
   *
   * The last two have no launcher and are always open. Their conversation begins when the visitor first presses something in the panel or writes.
   * @default `floating`
   */
  get renderMode(): Settings['renderMode'];
  set renderMode(value: Given<'renderMode'>);
  /**
   * CSS selector of the element that the script tag's inline chat goes into. If nothing matches, the chat floats and warns (`target_not_found`).
   * `<natter-chat>` and components stay where they are and ignore this setting.
   * @default none
   */
  get target(): Settings['target'];
  set target(value: Given<'target'>);
  /**
   * Opens the chat and begins the conversation as soon as the page is ready. Read once, when the chat starts.
   * @default `false`
   */
  get autoOpen(): Settings['autoOpen'];
  set autoOpen(value: Given<'autoOpen'>);
  /**
   * Shows the launcher of a floating chat. Without a launcher the page opens the chat with `open()`.
   * @default `true`
   */
  get showLauncher(): Settings['showLauncher'];
  set showLauncher(value: Given<'showLauncher'>);
  /**
   * Shows the panel's header with its menu and its close button. In windows narrower than 480 px a floating panel always has a header.
   * @default `true`
   */
  get showHeader(): Settings['showHeader'];
  set showHeader(value: Given<'showHeader'>);
  /**
   * Kind of client that is reported to the platform.
   * @default `web`
   */
  get platform(): Settings['platform'];
  set platform(value: Given<'platform'>);
  /**
   * Asks the platform for replies piece by piece, as they are written. With `false` each reply arrives whole.
   * @default `true`
   */
  get streaming(): Settings['streaming'];
  set streaming(value: Given<'streaming'>);
  /**
   * Storage in the browser:
   * - `conversation`: keeps the conversation in this browser. It continues after a reload within ten idle minutes; later it is shown as ended
   * - `session`: the same, until the tab is closed
   * - `nothing`: keeps nothing after the page is left or, for a component, after it is removed
   *
   * @default `conversation`
   */
  get remember(): Settings['remember'];
  set remember(value: Given<'remember'>);
  /**
   * Language of the words, the dates and the writing direction, as a BCP 47 tag such as `de` or `pt-BR`. If the tag has no region, the browser's
   * region is used for dates and numbers.
   * @default the page's `lang`, then the browser's language
   */
  get locale(): Settings['locale'];
  set locale(value: Given<'locale'>);
  /**
   * The site's own words in place of Natter's, by key: `{ send: 'Go' }` for every language, `{ de: { send: 'Los' } }` for one.
   * @default none
   */
  get texts(): Settings['texts'];
  set texts(value: Settings['texts'] | Unset);
  /**
   * Name of the software that answers, in place of `AI assistant`. It follows `our` in a sentence, and gets a capital letter if it stands alone.
   * One text, or one for each language: `{ en: 'virtual assistant', de: 'virtuellen Assistenten' }`, in an attribute as JSON. It is inserted into
   * sentences unchanged; if a language needs other forms of it, use `texts`.
   * @default the words for it in the chat's language
   */
  get assistantNoun(): Settings['assistantNoun'];
  set assistantNoun(value: Given<'assistantNoun'>);
  /**
   * Name of the people who answer, in place of `our team`, with its article: `the Fernhill crew`. One text, or one for each language, like
   * `assistantNoun`.
   * @default the words for it in the chat's language
   */
  get teamNoun(): Settings['teamNoun'];
  set teamNoun(value: Given<'teamNoun'>);
  /**
   * Message that asks for a person: `I would like to talk to somebody.` If it is set, the menu and the first screen have a button *Talk to our
   * team*, which sends it as the visitor's own message. One text, or one for each language, like `assistantNoun`.
   * @default none, and there is no such button
   */
  get teamText(): Settings['teamText'];
  set teamText(value: Given<'teamText'>);
  /**
   * Up to five messages that a visitor may begin with: a text, or `{ label, text }` for a button with fewer words than its message. They are shown
   * until the first message of a conversation.
   * @default none
   */
  get starters(): Settings['starters'];
  set starters(value: Settings['starters'] | Unset);
  /**
   * Opening hours of the people who answer: `{ zone: 'Europe/Berlin', week: { 'mon-fri': '9:00-18:00' } }`. The first screen says how long they are
   * available, or when they return, in the visitor's time zone. Outside the hours it begins with `phone`, `email` and `contactUrl`.
   * @default none
   */
  get hours(): Settings['hours'];
  set hours(value: Settings['hours'] | Unset);
  /**
   * Up to five pages that may help, as `{ label, url }` with an https address. The first screen links them; they open in a new tab.
   * @default none
   */
  get links(): Settings['links'];
  set links(value: Settings['links'] | Unset);
  /**
   * Up to eight questions before a conversation: `[{ name: 'email', label: 'Email', type: 'email', required: true }]`. The types are `text`, `email` and
   * `choice`, which needs `options`. The answers go with each message of the conversation, as the pairs of `identify()` do.
   * @default none
   */
  get preChat(): Settings['preChat'];
  set preChat(value: Settings['preChat'] | Unset);
  /**
   * Origins whose pictures may be shown in messages, such as `https://cdn.example.com`, or `*` for any. In text, separate them with spaces. Other
   * pictures become links, and no unknown server is contacted.
   * @default none
   */
  get imageOrigins(): Settings['imageOrigins'];
  set imageOrigins(value: Given<'imageOrigins'>);
  /**
   * Languages that the visitor may choose from in the menu, as BCP 47 tags. In text, separate them with commas: `en,de`. Only languages that Natter
   * supports are offered. With fewer than two of them the menu has no languages.
   * @default none
   */
  get languages(): Settings['languages'];
  set languages(value: Given<'languages'>);
  /**
   * `required`: the panel first asks for consent. Before the visitor agrees, nothing is stored and no server is contacted. `createChat()` and
   * `useChat()` do not ask.
   * @default `none`
   */
  get consent(): Settings['consent'];
  set consent(value: Given<'consent'>);
  /**
   * Version of the text that the visitor agrees to. A visitor who agreed to another version is asked again.
   * @default `1`
   */
  get consentVersion(): Settings['consentVersion'];
  set consentVersion(value: Given<'consentVersion'>);
  /**
   * Address of the privacy page, linked as `policyLinks` says and beside the consent question.
   * @default none
   */
  get privacyUrl(): Settings['privacyUrl'];
  set privacyUrl(value: Given<'privacyUrl'>);
  /**
   * Address of the terms of use, linked as `policyLinks` says and beside the consent question.
   * @default none
   */
  get termsUrl(): Settings['termsUrl'];
  set termsUrl(value: Given<'termsUrl'>);
  /**
   * Place of the links to `privacyUrl` and `termsUrl`: in the menu, or below the text field.
   * @default `menu`
   */
  get policyLinks(): Settings['policyLinks'];
  set policyLinks(value: Given<'policyLinks'>);
  /**
   * One line below the composer and beside the consent question: `Answers may be wrong. [Details](https://example.com/ai)`. Links need an https address;
   * others stay text. One text, or one for each language, as `assistantNoun`; a language without a text gets the English one, or the first.
   * @default none
   */
  get disclaimer(): Settings['disclaimer'];
  set disclaimer(value: Given<'disclaimer'>);
  /**
   * `until-first-message`: the disclaimer below the composer goes when the visitor has written a message.
   * @default `always`
   */
  get disclaimerVisibility(): Settings['disclaimerVisibility'];
  set disclaimerVisibility(value: Given<'disclaimerVisibility'>);
  /**
   * Phone number, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  get phone(): Settings['phone'];
  set phone(value: Given<'phone'>);
  /**
   * Email address, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  get email(): Settings['email'];
  set email(value: Given<'email'>);
  /**
   * Address of a contact page, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  get contactUrl(): Settings['contactUrl'];
  set contactUrl(value: Given<'contactUrl'>);
  /**
   * `on`: asks for one to five stars when a conversation has ended, and reports the answer in the event `rating`.
   * @default `off`
   */
  get rating(): Settings['rating'];
  set rating(value: Given<'rating'>);
  /**
   * `on`: two thumbs below each complete reply of the agent. The event `feedback` reports which was pressed.
   * @default `off`
   */
  get feedback(): Settings['feedback'];
  set feedback(value: Given<'feedback'>);
  /**
   * Plays a sound for replies that arrive while the visitor does not look at the chat. The visitor can change this in the menu.
   * @default `off`
   */
  get sound(): Settings['sound'];
  set sound(value: Given<'sound'>);
  /**
   * Sends cookies to the broker, for a broker on the page's own site that keeps the resume ticket in a cookie (`NATTER_TICKET=cookie`).
   * @default `false`
   */
  get brokerCookies(): Settings['brokerCookies'];
  set brokerCookies(value: Given<'brokerCookies'>);
  /**
   * Heartbeats that keep the platform's session alive while nobody writes:
   * - `conversation`: a visitor who is inactive for eight minutes is asked whether to continue; after ten minutes, heartbeats stop
   * - `always`: heartbeats continue until the page is left, and the visitor is not asked
   * - `never`: sends only the heartbeats that test the connection
   *
   * @default `conversation`
   */
  get keepAlive(): Settings['keepAlive'];
  set keepAlive(value: Given<'keepAlive'>);
  /**
   * Way of the conversation:
   * - `auto`: over a socket; over the broker's Chat, turn by turn, when the network blocks sockets and the broker offers Chat
   * - `socket`: over a socket only
   * - `chat`: over the broker's Chat from the start
   *
   * @default `auto`
   */
  get transport(): Settings['transport'];
  set transport(value: Given<'transport'>);
  /**
   * Has no effect: the styles are constructable style sheets, which need no nonce.
   * @default none
   */
  nonce: string;
  /**
   * Limits of attachments: `{ files: 5, megabytes: 10, types: ['image/*', '.pdf'], seconds: 120 }`. Each may be omitted.
   * @default 5 files of any type, of 10 MB and 120 seconds each
   */
  get attachLimits(): Settings['attachLimits'];
  set attachLimits(value: Settings['attachLimits'] | Unset);
  /**
   * Called with the files that the visitor chooses, drops or pastes. Stores them on the site, and returns a promise of `[{ url, name }]`: one
   * entry for each file, in the same order, with an https address. The addresses go into the visitor's message as links. Without this function
   * nothing can be attached.
   * @default none
   */
  get onAttach(): Settings['onAttach'];
  set onAttach(value: Settings['onAttach'] | Unset);
  /**
   * Returns a promise of the token of the site's own captcha. Called only when the broker asks for one (docs/BROKER.md, Challenges). If it is missing
   * or fails, the chat cannot connect (`challenge_required`).
   * @default none
   */
  get challenge(): Settings['challenge'];
  set challenge(value: Settings['challenge'] | Unset);
  /**
   * Returns the value of the header `Authorization` for the broker, such as `Bearer eyJ…`, or a promise of it. A broker with sign-in identifies the
   * visitor by it (docs/BROKER.md, Signed-in visitors). Called before each request to the broker, so return a fresh token. If it throws, takes
   * longer than 15 seconds or does not return a text, the request is sent without the header. A broker without sign-in refuses the header.
   * @default none
   */
  get authorization(): Settings['authorization'];
  set authorization(value: Settings['authorization'] | Unset);
  /**
   * Called with `{ sessionId, contextId }` before the agent is asked to join, and by `refreshContext()`. Returns the token that the site's server has signed
   * for this visitor (docs/BROKER.md, Verified context), or a promise of it, within 4 seconds. The agent is asked to join in any case, after 5 seconds at
   * most; the event `context` has the outcome. The token is sent to `contextUrl` only.
   * @default none
   */
  get onContextRequired(): Settings['onContextRequired'];
  set onContextRequired(value: Settings['onContextRequired'] | Unset);
  /**
   * Address that takes the token of `onContextRequired`, by `POST` with `{ session_id, context_id, token }` as JSON. Ask the operator of your platform where
   * it takes verified context. Without this setting the token is sent nowhere, and the function can hand it over itself.
   * @default none
   */
  get contextUrl(): Settings['contextUrl'];
  set contextUrl(value: Given<'contextUrl'>);
  /**
   * For developers: called with every frame, every input of the state machine with its effects, and every change of this tab's role. No entry holds
   * a token.
   * @default none
   */
  get trace(): Settings['trace'];
  set trace(value: Settings['trace'] | Unset);
  /**
   * Called once for each message that this page sends, before it is shown, stored or sent. Returns the message to send instead, or null or false to
   * drop it. Must not return a promise. If the function throws, the error is reported once (`handler_failed`), and the message is sent unchanged.
   * @default none
   */
  get beforeSend(): Settings['beforeSend'];
  set beforeSend(value: Settings['beforeSend'] | Unset);
  /**
   * Called for each message before it is shown or reported by the event `message`, and again whenever it changes, for example with each piece of a
   * reply. Returns the message to show instead, or null or false to hide it. May change text, attachments, suggestions and call actions, but not the
   * stored message. The result must depend on the message alone, and must not be a promise. If the function throws, the error is reported once
   * (`handler_failed`), and the message is shown unchanged. A visitor's own message is shown as written until the application has been fetched.
   * @default none
   */
  get beforeShow(): Settings['beforeShow'];
  set beforeShow(value: Settings['beforeShow'] | Unset);
}
