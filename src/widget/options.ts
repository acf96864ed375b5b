/**
 * The settings of the script tag, of `window.NatterSettings` and of `<natter-chat>`: defaults and
 * validation. Acting on them is mount.ts.
 */

import { BROKER_HINT, brokerAddress } from './broker-address.ts';
import { reportUnknownNames, SETTING_NAMES, type SettingName } from './setting-names.ts';

export interface Settings {
  /** Base address of the token broker: https, or http on this machine. Required. */
  readonly broker: string;
  /** Keeps the stored conversations of several widgets of one site apart. Default `default`. */
  readonly widgetId: string;
  /** Title in the header, and the name of the dialog. Default: the interface's own words. */
  readonly title: string;
  /** The brand's colour, any CSS colour. Default: the interface's own. */
  readonly color: string;
  /** Address of the picture in the header. Default: none. */
  readonly avatar: string;
  readonly theme: 'auto' | 'light' | 'dark';
  /** The corner of the launcher and the panel. */
  readonly position: 'right' | 'left';
  /** `floating`: a launcher and a panel · `fullscreen`: the panel fills the window · `inline`: the panel fills `target`. The last two have no launcher and open at once. */
  readonly renderMode: 'floating' | 'fullscreen' | 'inline';
  /** CSS selector of the element that an inline chat goes into. */
  readonly target: string;
  /** Opens the chat as soon as the page is ready. Default false. */
  readonly autoOpen: boolean;
  readonly showLauncher: boolean;
  readonly showHeader: boolean;
  /** What the platform is told about where the chat runs. Default `web`. */
  readonly platform: 'web' | 'ios-web' | 'android-web';
  /** Replies arrive in pieces as they are written. Default true. */
  readonly streaming: boolean;
  /** What outlives a page load. Nothing is stored yet, so for now every value behaves like `nothing`. */
  readonly remember: 'conversation' | 'session' | 'nothing';
  /** BCP 47. Default: the page's `lang`, then the browser's language. */
  readonly locale: string;
  /** Whether the visitor must agree first. There is no consent screen yet, so `required` keeps the chat off the page. */
  readonly consent: 'none' | 'required';
  /** For the consent screen: no effect yet. */
  readonly privacyUrl: string;
  /** For the consent screen: no effect yet. */
  readonly termsUrl: string;
  /** For the consent screen: no effect yet. */
  readonly disclaimer: string;
  /** There are no sounds yet: no effect. */
  readonly sound: 'off' | 'on';
  /** How long a quiet conversation is kept alive. */
  readonly keepAlive: 'conversation' | 'always' | 'never';
  /** CSP nonce for the style elements of browsers without constructable stylesheets, and for the preload link. */
  readonly nonce: string;
}

/** What a host page may write: any of the settings, as strings or as their own types. */
export type SettingsInput = { readonly [K in SettingName]?: Settings[K] | undefined };

export type SettingsCode =
  | 'missing_broker'
  | 'invalid_broker'
  | 'no_effect'
  | 'no_consent_screen'
  | 'unknown_setting'
  | 'invalid_setting';

export interface SettingsWarning {
  readonly code: SettingsCode;
  readonly message: string;
}

export interface SettingsResult {
  /** Null when there is no usable broker: then nothing may be shown. */
  readonly settings: Settings | null;
  /** In the order of the source; the broker's, when it is at fault, is the last. */
  readonly warnings: readonly SettingsWarning[];
}

/** Allowed values, the default first; or the form that any value must have, with the empty string for "not set". */
type Rule = readonly (string | boolean)[] | 'text' | 'color' | 'link';

const RULES: Record<SettingName, Rule> = {
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
  consent: ['none', 'required'],
  privacyUrl: 'link',
  termsUrl: 'link',
  disclaimer: 'text',
  sound: ['off', 'on'],
  keepAlive: ['conversation', 'always', 'never'],
  nonce: 'text',
};

/** Settings of features that this version lacks, with the value that asks for nothing. */
const WITHOUT_EFFECT: { readonly [K in SettingName]?: Settings[K] } = {
  widgetId: 'default',
  remember: 'nothing',
  privacyUrl: '',
  termsUrl: '',
  disclaimer: '',
  sound: 'off',
};

/**
 * Settings out of a script's `dataset`, of `NatterSettings` or of an element's attributes. Never throws: what is wrong becomes a
 * warning and its default. `undefined` counts as left out; a bare attribute (`data-auto-open`) counts as true.
 */
export function readSettings(source: Readonly<Record<string, unknown>>): SettingsResult {
  const warnings: SettingsWarning[] = [];
  const warn = (code: SettingsCode, message: string): void => {
    warnings.push({ code, message });
  };
  const read: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const rule = RULES[name];
    const given = source[name];
    const value = given === undefined ? undefined : accept(rule, given);
    if (given !== undefined && value === undefined) {
      warn('invalid_setting', `"${name}" cannot be "${given}": ${expected(rule)}. Using the default.`);
    }
    if (value !== undefined && name in WITHOUT_EFFECT && value !== WITHOUT_EFFECT[name]) {
      warn('no_effect', `"${name}" has no effect in this version.`);
    }
    read[name] = value ?? (Array.isArray(rule) ? rule[0] : '');
  }
  read.widgetId ||= 'default';
  if (read.consent === 'required') {
    warn(
      'no_consent_screen',
      'This version cannot ask for consent, so the chat is not shown. Remove "consent" to show it.',
    );
  }
  reportUnknownNames(source, warn);

  const broker = brokerAddress(read.broker);
  if (broker === undefined) {
    if (read.broker) warn('invalid_broker', `"${read.broker}" cannot be the broker's address. ${BROKER_HINT}`);
    else warn('missing_broker', BROKER_HINT);
    return { settings: null, warnings };
  }
  return { settings: { ...read, broker } as unknown as Settings, warnings };
}

function accept(rule: Rule, given: unknown): string | boolean | undefined {
  if (Array.isArray(rule)) {
    const wanted = given === '' ? 'true' : `${given}`;
    return rule.find(value => `${value}` === wanted);
  }
  if (typeof given !== 'string') return undefined;
  const text = given.trim();
  if (!text || rule === 'text') return text;
  if (rule === 'color') return globalThis.CSS?.supports('color', text) === false ? undefined : text;
  const href = parseUrl(text, globalThis.document?.baseURI)?.href;
  return href?.match(/^(https?:|data:image\/)/) ? href : undefined;
}

function expected(rule: Rule): string {
  if (Array.isArray(rule)) return `it is one of ${rule.join(', ')}`;
  return `it is a ${rule === 'link' ? 'http(s) address' : rule === 'color' ? 'CSS colour' : 'string'}`;
}

function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
