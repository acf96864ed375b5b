/**
 * The settings of the script tag, of `window.NatterSettings` and of `<natter-chat>`: what they may be, and their defaults. Telling a
 * developer what was wrong with them is settings-report.ts, acting on them is mount.ts.
 */

import type { Hook } from '../client/asking.ts';
import type { TraceEntry } from '../client/client.ts';
import type { MessageToSend } from '../client/page-chat.ts';
import type { MessageToShow } from '../client/shown.ts';
import type { Texts } from '../ui/catalogue.ts';
import { brokerAddress } from './broker-address.ts';
import { wordsOf } from './warn.ts';

export interface Settings {
  /**
   * Base address of the token broker: https, or http on this machine; or a path on the site of the page, such as `/api/chat`. Required.
   */
  readonly broker: string;
  /** Keeps the kept conversations of several widgets of one site apart. Default `default`. */
  readonly widgetId: string;
  /** Title in the header, and the name of the dialog. Default: the interface's own words. */
  readonly title: string;
  /** The brand's colour, any CSS colour. Default: the interface's own. */
  readonly color: string;
  /** Address of the picture in the header. Default: none. */
  readonly avatar: string;
  /** `auto` (default) follows the visitor's system. */
  readonly theme: 'auto' | 'light' | 'dark';
  /** The corner of the launcher and the panel, left or right in any language. Default `right`. */
  readonly position: 'right' | 'left';
  /**
   * `floating` (default): a launcher and a panel · `fullscreen`: the panel fills the window · `inline`: the panel fills `target`. The last two have no
   * launcher and stand open from the start; the conversation begins when the visitor first presses something in it or writes.
   */
  readonly renderMode: 'floating' | 'fullscreen' | 'inline';
  /**
   * CSS selector of the element that the script tag's inline chat goes into. Default: none, and the chat floats, with a warning
   * (`target_not_found`). An element or a component stays where it is, and does not look at it.
   */
  readonly target: string;
  /** Opens the chat, and begins the conversation, as soon as the page is ready; counts when the chat begins. Default false. */
  readonly autoOpen: boolean;
  /** Whether a floating chat has a launcher; without one, the page opens it (`open()`). Default true. */
  readonly showLauncher: boolean;
  /** Whether the panel has its header, and with it the menu and the way to close it. Default true. */
  readonly showHeader: boolean;
  /** What the platform is told about where the chat runs. Default `web`. */
  readonly platform: 'web' | 'ios-web' | 'android-web';
  /** Replies arrive in pieces as they are written. Default true. */
  readonly streaming: boolean;
  /**
   * What outlives a page load. `conversation` (default): it is kept in this browser, goes on within ten idle minutes, and is shown as ended after that ·
   * `session`: the same, for as long as the tab · `nothing`: nothing is kept.
   */
  readonly remember: 'conversation' | 'session' | 'nothing';
  /** BCP 47. Default: the page's `lang`, then the browser's language. */
  readonly locale: string;
  /**
   * The site's own words in place of ours, by key: `{send: 'Go'}` for every language, `{de: {send: 'Los'}}` for one. Only an object can carry
   * it, never an attribute. Default: none.
   */
  readonly texts: Texts | undefined;
  /**
   * Where the pictures of messages may be loaded from: origins with spaces between (`https://cdn.example.com https://img.example.com`), or `*`
   * for anywhere. Pictures from elsewhere are shown as links, so no address is asked for anything that the site does not know. Default: nowhere.
   */
  readonly imageOrigins: string;
  /** Languages that the menu offers, BCP 47 with commas between, or a list in an object. Default: none, and so no choice. */
  readonly languages: string | readonly string[];
  /** `required`: before the visitor has agreed in the panel nothing is stored, and nobody is asked for anything. Default `none`. */
  readonly consent: 'none' | 'required';
  /** Of what the visitor agrees to: whoever has agreed to another one is asked again. Default `1`. */
  readonly consentVersion: string;
  /** Address of a page, linked on the consent screen and in the menu. Default: none. */
  readonly privacyUrl: string;
  /** As `privacyUrl`. */
  readonly termsUrl: string;
  /** A line below the composer, and on the consent screen. Default: none. */
  readonly disclaimer: string;
  /** Number to call when the chat is of no use. Default: none. */
  readonly phone: string;
  /** Address to write to when the chat is of no use. Default: none. */
  readonly email: string;
  /** Address of a page that helps when the chat is of no use. Default: none. */
  readonly contactUrl: string;
  /** `on`: asks for one to five stars when a conversation is over, and tells them by the event `rating`. Default `off`. */
  readonly rating: 'off' | 'on';
  /** Whether a reply that nobody sees coming is heard. Default `off`. In the menu the visitor has the last word. */
  readonly sound: 'off' | 'on';
  /**
   * What keeps the platform's session alive while nobody says anything. `conversation` (default): heartbeats for ten minutes after the last
   * sign of life, and after eight the visitor is asked · `always`: for as long as the page · `never`: none but those that find out whether
   * the socket lives.
   */
  readonly keepAlive: 'conversation' | 'always' | 'never';
  /** CSP nonce for the style elements of browsers without constructable stylesheets. Default: none. */
  readonly nonce: string;
  /**
   * For developers: called with every frame, every input of the machine and what came of it, and every change of this tab's role. Nothing
   * in it holds a token. A function, so only an object can carry it, never an attribute. Default: none.
   */
  readonly trace: ((entry: TraceEntry) => void) | undefined;
  /**
   * Asked once for each message of this page's visitor, before it is shown, kept or sent: answers it as it is to be, or null or false to leave
   * it out. It must answer at once. One that throws is reported once, and the message goes through as it was. A function, so only an
   * object can carry it, never an attribute. Default: none.
   */
  readonly beforeSend: Hook<MessageToSend> | undefined;
  /**
   * Asked about each message before it is shown or told by the event `message`, and again when it has changed: with each piece of a reply. It
   * may change text, attachments, suggestions and call actions, and only of what is shown: what is stored, and what the platform has,
   * stays. A pure function of the message; otherwise as `beforeSend`. A message that is written before the engine of the script tag has
   * come is shown as it was written until then. Default: none.
   */
  readonly beforeShow: Hook<MessageToShow> | undefined;
}

export type SettingName = keyof Settings;

/** May be given as a URL, whose text counts. */
export type AddressName = 'broker' | 'avatar' | 'privacyUrl' | 'termsUrl' | 'contactUrl';

/** What a host page may write: any of the settings; addresses also as a URL. */
export type SettingsInput = {
  readonly [K in SettingName]?: Settings[K] | (K extends AddressName ? URL : never) | undefined;
};

/**
 * The settings of a chat, of which only the broker is required. Without our user interface (`createChat()`, `useChat()`) only `broker`, `widgetId`,
 * `platform`, `streaming`, `remember`, `keepAlive`, `beforeSend`, `beforeShow` and `trace` do something: `consent`, too, is the page's own to ask for.
 */
export interface ChatSettings extends SettingsInput {
  readonly broker: string | URL;
}

/** Allowed values, the default first; or the form that any value must have, with the empty string for "not set". */
export type Rule = readonly (string | boolean)[] | 'text' | 'color' | 'link' | 'list' | 'function' | 'texts';

export const RULES: Record<SettingName, Rule> = {
  broker: 'text',
  widgetId: 'text',
  title: 'text',
  color: 'color',
  avatar: 'link',
  theme: ['auto', 'light', 'dark'],
  position: ['right', 'left'],
  renderMode: ['floating', 'fullscreen', 'inline'],
  target: 'text',
  autoOpen: [false, true],
  showLauncher: [true, false],
  showHeader: [true, false],
  platform: ['web', 'ios-web', 'android-web'],
  streaming: [true, false],
  remember: ['conversation', 'session', 'nothing'],
  locale: 'text',
  languages: 'list',
  texts: 'texts',
  imageOrigins: 'text',
  consent: ['none', 'required'],
  consentVersion: 'text',
  privacyUrl: 'link',
  termsUrl: 'link',
  disclaimer: 'text',
  phone: 'text',
  email: 'text',
  contactUrl: 'link',
  rating: ['off', 'on'],
  sound: ['off', 'on'],
  keepAlive: ['conversation', 'always', 'never'],
  nonce: 'text',
  trace: 'function',
  beforeSend: 'function',
  beforeShow: 'function',
};

/** A value that its rule does not allow. */
export interface Refusal {
  readonly name: string;
  readonly given: unknown;
  readonly rule: Rule;
}

export interface Accepted {
  /** Null when there is no usable broker: then nothing may be shown. */
  readonly settings: Settings | null;
  /** What every setting came to, with the broker as it was given. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly refusals: readonly Refusal[];
}

/**
 * Settings out of a script's `dataset`, of `NatterSettings` or of an element's attributes. Never throws: a wrong value becomes its
 * default. `undefined` counts as left out; a bare attribute (`data-auto-open`, `data-sound`) counts as true, or as on.
 */
export function acceptSettings(source: Readonly<Record<string, unknown>>): Accepted {
  const values: Record<string, unknown> = {};
  const refusals: Refusal[] = [];
  for (const [name, rule] of Object.entries(RULES)) {
    // Its text counts, as it does for the loader: it may be a URL.
    const given = name === 'broker' && source[name] ? wordsOf(source[name]) : source[name];
    const value = accept(rule, given);
    if (given !== undefined && value === undefined) refusals.push({ name, given, rule });
    values[name] = value ?? (Array.isArray(rule) ? rule[0] : /function|texts/.test(rule as string) ? undefined : '');
  }
  values.widgetId ||= 'default';
  values.consentVersion ||= '1';
  const broker = brokerAddress(values.broker);
  return { settings: broker ? ({ ...values, broker } as unknown as Settings) : null, values, refusals };
}

/** Undefined for what the rule does not allow. */
function accept(rule: Rule, given: unknown): unknown {
  if (Array.isArray(rule)) {
    const wanted = wordsOf(given);
    return rule.find(value => (wanted ? `${value}` === wanted : /^(on|true)$/.test(value as string)));
  }
  if (rule === 'function') return typeof given === rule ? given : undefined;
  if (rule === 'texts') return typeof given === 'object' ? (given ?? undefined) : undefined;
  const text: unknown = given instanceof URL || (rule === 'list' && Array.isArray(given)) ? wordsOf(given) : given;
  if (typeof text !== 'string') return undefined;
  return acceptText(rule, text.trim());
}

function acceptText(rule: Rule, text: string): string | undefined {
  if (!text || rule === 'text' || rule === 'list') return text;
  if (rule === 'color') return globalThis.CSS?.supports('color', text) === false ? undefined : text;
  const href = parseUrl(text, globalThis.document?.baseURI)?.href;
  // `[object Object]` is a path like any other.
  return href?.match(/^(https?:(?!.*\[object)|data:image\/)/) ? href : undefined;
}

function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
