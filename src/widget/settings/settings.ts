/**
 * The settings of the script tag, of `window.NatterSettings`, of `<natter-chat>`, of components and of `createChat()`. The comments here are the ones
 * that editors show and that docs/CONFIGURATION.md prints: `npm run written` copies them to both. The values are checked by options.ts.
 */

import type { OnContextRequired } from '../../browser/challenge/give-context.ts';
import type { TraceEntry } from '../../client/client.ts';
import type { Hook } from '../../client/hooks/call-hook.ts';
import type { MessageToSend } from '../../client/hooks/with-before-send.ts';
import type { MessageToShow } from '../../client/hooks/with-before-show.ts';
import type { HomeLink, Hours, Starter } from '../../ui/context/home-settings.ts';
import type { AttachLimits, OnAttach, PreChatField } from '../../ui/context/optional-settings.ts';
import type { Phrase, Texts } from '../../ui/i18n/catalogue.ts';

export type { HomeLink, Hours, Starter } from '../../ui/context/home-settings.ts';
export type {
  AttachedFile,
  AttachLimits,
  OnAttach,
  PreChatField,
  PreChatOption,
} from '../../ui/context/optional-settings.ts';
export type { Phrase, Texts } from '../../ui/i18n/catalogue.ts';

/** The settings of a running chat. Each choice lists its default first. */
export interface Settings {
  /**
   * Address of the token broker: an https address, or http on this machine, without credentials, query or fragment. A path, such as `/api/chat`, is
   * on the page's own site. Required.
   */
  readonly broker: string;
  /**
   * Name that keeps the conversations of several widgets on one site apart.
   * @default `default`
   */
  readonly widgetId: string;
  /**
   * Title in the panel's header, and the accessible name of the panel.
   * @default the words for it in the chat's language
   */
  readonly title: string;
  /**
   * Brand colour. Text and icons on it get a colour that is readable.
   * @default Natter's blue
   */
  readonly color: string;
  /**
   * Address of the picture in the panel's header. It is shown until the platform names a picture of the agent or person.
   * @default none, and initials are shown
   */
  readonly avatar: string;
  /**
   * Light or dark colours. `auto` follows the visitor's system.
   * @default `auto`
   */
  readonly theme: 'auto' | 'light' | 'dark';
  /**
   * Corner of the window for the launcher and a floating panel. Languages that are written from right to left do not change the side.
   * @default `right`
   */
  readonly position: 'right' | 'left';
  /**
   * Place of the panel:
   * - `floating`: above the page, opened by a launcher
   * - `fullscreen`: fills the window
   * - `inline`: fills the element that `target` names, or the element around `<natter-chat>`
   *
   * The last two have no launcher and are always open. Their conversation begins when the visitor first presses something in the panel or writes.
   * @default `floating`
   */
  readonly renderMode: 'floating' | 'fullscreen' | 'inline';
  /**
   * CSS selector of the element that the script tag's inline chat goes into. If nothing matches, the chat floats and warns (`target_not_found`).
   * `<natter-chat>` and components stay where they are and ignore this setting.
   * @default none
   */
  readonly target: string;
  /**
   * Opens the chat and begins the conversation as soon as the page is ready. Read once, when the chat starts.
   * @default `false`
   */
  readonly autoOpen: boolean;
  /**
   * Shows the launcher of a floating chat. Without a launcher the page opens the chat with `open()`.
   * @default `true`
   */
  readonly showLauncher: boolean;
  /**
   * Shows the panel's header with its menu and its close button. In windows narrower than 480 px a floating panel always has a header.
   * @default `true`
   */
  readonly showHeader: boolean;
  /**
   * Kind of client that is reported to the platform.
   * @default `web`
   */
  readonly platform: 'web' | 'ios-web' | 'android-web';
  /**
   * Asks the platform for replies piece by piece, as they are written. With `false` each reply arrives whole.
   * @default `true`
   */
  readonly streaming: boolean;
  /**
   * Storage in the browser:
   * - `conversation`: keeps the conversation in this browser. It continues after a reload within ten idle minutes; later it is shown as ended
   * - `session`: the same, until the tab is closed
   * - `nothing`: keeps nothing after the page is left or, for a component, after it is removed
   *
   * @default `conversation`
   */
  readonly remember: 'conversation' | 'session' | 'nothing';
  /**
   * Language of the words, the dates and the writing direction, as a BCP 47 tag such as `de` or `pt-BR`. If the tag has no region, the browser's
   * region is used for dates and numbers.
   * @default the page's `lang`, then the browser's language
   */
  readonly locale: string;
  /**
   * The site's own words in place of Natter's, by key: `{ send: 'Go' }` for every language, `{ de: { send: 'Los' } }` for one.
   * @default none
   */
  readonly texts: Texts | undefined;
  /**
   * Name of the software that answers, in place of `AI assistant`. It follows `our` in a sentence, and gets a capital letter if it stands alone.
   * One text, or one for each language: `{ en: 'virtual assistant', de: 'virtuellen Assistenten' }`, in an attribute as JSON. It is inserted into
   * sentences unchanged; if a language needs other forms of it, use `texts`.
   * @default the words for it in the chat's language
   */
  readonly assistantNoun: Phrase;
  /**
   * Name of the people who answer, in place of `our team`, with its article: `the Fernhill crew`. One text, or one for each language, like
   * `assistantNoun`.
   * @default the words for it in the chat's language
   */
  readonly teamNoun: Phrase;
  /**
   * Message that asks for a person: `I would like to talk to somebody.` If it is set, the menu and the first screen have a button *Talk to our
   * team*, which sends it as the visitor's own message. One text, or one for each language, like `assistantNoun`.
   * @default none, and there is no such button
   */
  readonly teamText: Phrase;
  /**
   * Up to five messages that a visitor may begin with: a text, or `{ label, text }` for a button with fewer words than its message. They are shown
   * until the first message of a conversation.
   * @default none
   */
  readonly starters: readonly Starter[] | undefined;
  /**
   * Opening hours of the people who answer: `{ zone: 'Europe/Berlin', week: { 'mon-fri': '9:00-18:00' } }`. The first screen says how long they are
   * available, or when they return, in the visitor's time zone. Outside the hours it begins with `phone`, `email` and `contactUrl`.
   * @default none
   */
  readonly hours: Hours | undefined;
  /**
   * Up to five pages that may help, as `{ label, url }` with an https address. The first screen links them; they open in a new tab.
   * @default none
   */
  readonly links: readonly HomeLink[] | undefined;
  /**
   * Up to eight questions before a conversation: `[{ name: 'email', label: 'Email', type: 'email', required: true }]`. The types are `text`, `email` and
   * `choice`, which needs `options`. The answers go with each message of the conversation, as the pairs of `identify()` do.
   * @default none
   */
  readonly preChat: readonly PreChatField[] | undefined;
  /**
   * Origins whose pictures may be shown in messages, such as `https://cdn.example.com`, or `*` for any. In text, separate them with spaces. Other
   * pictures become links, and no unknown server is contacted.
   * @default none
   */
  readonly imageOrigins: string | readonly string[];
  /**
   * Languages that the visitor may choose from in the menu, as BCP 47 tags. In text, separate them with commas: `en,de`. Only languages that Natter
   * supports are offered. With fewer than two of them the menu has no languages.
   * @default none
   */
  readonly languages: string | readonly string[];
  /**
   * `required`: the panel first asks for consent. Before the visitor agrees, nothing is stored and no server is contacted. `createChat()` and
   * `useChat()` do not ask.
   * @default `none`
   */
  readonly consent: 'none' | 'required';
  /**
   * Version of the text that the visitor agrees to. A visitor who agreed to another version is asked again.
   * @default `1`
   */
  readonly consentVersion: string;
  /**
   * Address of the privacy page, linked as `policyLinks` says and beside the consent question.
   * @default none
   */
  readonly privacyUrl: string;
  /**
   * Address of the terms of use, linked as `policyLinks` says and beside the consent question.
   * @default none
   */
  readonly termsUrl: string;
  /**
   * Place of the links to `privacyUrl` and `termsUrl`: in the menu, or below the text field.
   * @default `menu`
   */
  readonly policyLinks: 'menu' | 'below-input';
  /**
   * One line below the composer and beside the consent question: `Answers may be wrong. [Details](https://example.com/ai)`. Links need an https address;
   * others stay text. One text, or one for each language, as `assistantNoun`; a language without a text gets the English one, or the first.
   * @default none
   */
  readonly disclaimer: Phrase;
  /**
   * `until-first-message`: the disclaimer below the composer goes when the visitor has written a message.
   * @default `always`
   */
  readonly disclaimerVisibility: 'always' | 'until-first-message';
  /**
   * Phone number, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  readonly phone: string;
  /**
   * Email address, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  readonly email: string;
  /**
   * Address of a contact page, offered when the chat cannot help: not connected, blocked, nobody free, or outside `hours`.
   * @default none
   */
  readonly contactUrl: string;
  /**
   * `on`: asks for one to five stars when a conversation has ended, and reports the answer in the event `rating`.
   * @default `off`
   */
  readonly rating: 'off' | 'on';
  /**
   * `on`: two thumbs below each complete reply of the agent. The event `feedback` reports which was pressed.
   * @default `off`
   */
  readonly feedback: 'off' | 'on';
  /**
   * Plays a sound for replies that arrive while the visitor does not look at the chat. The visitor can change this in the menu.
   * @default `off`
   */
  readonly sound: 'off' | 'on';
  /**
   * Sends cookies to the broker, for a broker on the page's own site that keeps the resume ticket in a cookie (`NATTER_TICKET=cookie`).
   * @default `false`
   */
  readonly brokerCookies: boolean;
  /**
   * Heartbeats that keep the platform's session alive while nobody writes:
   * - `conversation`: a visitor who is inactive for eight minutes is asked whether to continue; after ten minutes, heartbeats stop
   * - `always`: heartbeats continue until the page is left, and the visitor is not asked
   * - `never`: sends only the heartbeats that test the connection
   *
   * @default `conversation`
   */
  readonly keepAlive: 'conversation' | 'always' | 'never';
  /**
   * Way of the conversation:
   * - `auto`: over a socket; over the broker's Chat, turn by turn, when the network blocks sockets and the broker offers Chat
   * - `socket`: over a socket only
   * - `chat`: over the broker's Chat from the start
   *
   * @default `auto`
   */
  readonly transport: 'auto' | 'socket' | 'chat';
  /**
   * Has no effect: the styles are constructable style sheets, which need no nonce.
   * @default none
   */
  readonly nonce: string;
  /**
   * Limits of attachments: `{ files: 5, megabytes: 10, types: ['image/*', '.pdf'], seconds: 120 }`. Each may be omitted.
   * @default 5 files of any type, of 10 MB and 120 seconds each
   */
  readonly attachLimits: AttachLimits | undefined;
  /**
   * Called with the files that the visitor chooses, drops or pastes. Stores them on the site, and returns a promise of `[{ url, name }]`: one
   * entry for each file, in the same order, with an https address. The addresses go into the visitor's message as links. Without this function
   * nothing can be attached.
   * @default none
   */
  readonly onAttach: OnAttach | undefined;
  /**
   * Returns a promise of the token of the site's own captcha. Called only when the broker asks for one (docs/BROKER.md, Challenges). If it is missing
   * or fails, the chat cannot connect (`challenge_required`).
   * @default none
   */
  readonly challenge: (() => Promise<string>) | undefined;
  /**
   * Returns the value of the header `Authorization` for the broker, such as `Bearer eyJ…`, or a promise of it. A broker with sign-in identifies the
   * visitor by it (docs/BROKER.md, Signed-in visitors). Called before each request to the broker, so return a fresh token. If it throws, takes
   * longer than 15 seconds or does not return a text, the request is sent without the header. A broker without sign-in refuses the header.
   * @default none
   */
  readonly authorization: (() => string | Promise<string>) | undefined;
  /**
   * Called with `{ sessionId, contextId }` before the agent is asked to join, and by `refreshContext()`. Returns the token that the site's server has signed
   * for this visitor (docs/BROKER.md, Verified context), or a promise of it, within 4 seconds. The agent is asked to join in any case, after 5 seconds at
   * most; the event `context` has the outcome. The token is sent to `contextUrl` only.
   * @default none
   */
  readonly onContextRequired: OnContextRequired | undefined;
  /**
   * Address that takes the token of `onContextRequired`, by `POST` with `{ session_id, context_id, token }` as JSON. Ask the operator of your platform where
   * it takes verified context. Without this setting the token is sent nowhere, and the function can hand it over itself.
   * @default none
   */
  readonly contextUrl: string;
  /**
   * For developers: called with every frame, every input of the state machine with its effects, and every change of this tab's role. No entry holds
   * a token.
   * @default none
   */
  readonly trace: ((entry: TraceEntry) => void) | undefined;
  /**
   * Called once for each message that this page sends, before it is shown, stored or sent. Returns the message to send instead, or null or false to
   * drop it. Must not return a promise. If the function throws, the error is reported once (`handler_failed`), and the message is sent unchanged.
   * @default none
   */
  readonly beforeSend: Hook<MessageToSend> | undefined;
  /**
   * Called for each message before it is shown or reported by the event `message`, and again whenever it changes, for example with each piece of a
   * reply. Returns the message to show instead, or null or false to hide it. May change text, attachments, suggestions and call actions, but not the
   * stored message. The result must depend on the message alone, and must not be a promise. If the function throws, the error is reported once
   * (`handler_failed`), and the message is shown unchanged. A visitor's own message is shown as written until the application has been fetched.
   * @default none
   */
  readonly beforeShow: Hook<MessageToShow> | undefined;
}

export type SettingName = keyof Settings;

/** Settings that may be given as a URL. */
export type AddressName = 'broker' | 'avatar' | 'privacyUrl' | 'termsUrl' | 'contactUrl' | 'contextUrl';

/** The settings that a host page passes. All are optional. An address may also be a URL object. A plain `keyof` lets editors find the comments. */
export type SettingsInput = {
  readonly [K in keyof Settings]?: Settings[K] | (K extends AddressName ? URL : never) | undefined;
};

/**
 * The settings of a chat; only the broker is required. `createChat()` and `useChat()` use only `broker`, `widgetId`, `platform`, `streaming`,
 * `remember`, `brokerCookies`, `keepAlive`, `challenge`, `authorization`, `onContextRequired`, `contextUrl`, `beforeSend`, `beforeShow` and `trace`. They do not ask
 * for consent: an interface of your own has to.
 */
export interface ChatSettings extends SettingsInput {
  readonly broker: string | URL;
}
