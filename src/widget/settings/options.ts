/**
 * Reads the settings of the script tag, of `window.NatterSettings`, of `<natter-chat>`, of components and of `createChat()`. settings.ts explains
 * them, report-settings.ts makes warnings about wrong ones, and mount.ts and update.ts apply them.
 */

import { wordsOf } from '../warn.ts';
import { brokerAddress } from './broker-url.ts';
import type { Settings } from './settings.ts';

export type { AddressName, ChatSettings, SettingName, Settings, SettingsInput, Texts } from './settings.ts';

/** Allowed values, the default first; or the form that any value must have, with the empty string for "not set". */
export type Rule =
  | readonly (string | boolean)[]
  | 'text'
  | 'color'
  | 'link'
  | 'list'
  | 'phrase'
  | 'function'
  | 'texts'
  | 'object';

/** Derives the possible rules from a setting's type, to make sure that both agree. */
type RuleFor<V> = [V] extends [boolean]
  ? readonly boolean[]
  : [V] extends [string]
    ? string extends V
      ? 'text' | 'color' | 'link'
      : readonly V[]
    : [V] extends [string | readonly string[]]
      ? 'list'
      : [V] extends [((...given: never[]) => unknown) | undefined]
        ? 'function'
        : 'phrase' | 'texts' | 'object';

export const RULES = {
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
  assistantNoun: 'phrase',
  teamNoun: 'phrase',
  teamText: 'phrase',
  starters: 'object',
  hours: 'object',
  links: 'object',
  preChat: 'object',
  imageOrigins: 'list',
  consent: ['none', 'required'],
  consentVersion: 'text',
  privacyUrl: 'link',
  termsUrl: 'link',
  policyLinks: ['menu', 'below-input'],
  disclaimer: 'phrase',
  disclaimerVisibility: ['always', 'until-first-message'],
  phone: 'text',
  email: 'text',
  contactUrl: 'link',
  rating: ['off', 'on'],
  feedback: ['off', 'on'],
  sound: ['off', 'on'],
  brokerCookies: [false, true],
  keepAlive: ['conversation', 'always', 'never'],
  transport: ['auto', 'socket', 'chat'],
  nonce: 'text',
  attachLimits: 'object',
  onAttach: 'function',
  challenge: 'function',
  authorization: 'function',
  onContextRequired: 'function',
  contextUrl: 'link',
  trace: 'function',
  beforeSend: 'function',
  beforeShow: 'function',
} as const satisfies { readonly [K in keyof Settings]: RuleFor<Settings[K]> };

/** A value that the setting's rule does not allow. */
export interface Refusal {
  readonly name: string;
  readonly given: unknown;
  readonly rule: Rule;
}

export interface Accepted {
  /** Null without a usable broker. Nothing may be shown then. */
  readonly settings: Settings | null;
  /** The value of every setting, with the broker as it was given. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly refusals: readonly Refusal[];
}

/**
 * Reads settings from a script's `dataset`, from `NatterSettings` or from an element's attributes. Never throws: a wrong value becomes the default.
 * `undefined` counts as left out. An attribute without a value (`data-auto-open`, `data-sound`) counts as true or `on`.
 */
export function acceptSettings(source: Readonly<Record<string, unknown>>): Accepted {
  const values: Record<string, unknown> = {};
  const refusals: Refusal[] = [];
  for (const [name, rule] of Object.entries<Rule>(RULES)) {
    // Accepts a URL object, as the loader does.
    const given = name === 'broker' && source[name] ? wordsOf(source[name]) : source[name];
    const value = accept(rule, given);
    if (given !== undefined && value === undefined) refusals.push({ name, given, rule });
    values[name] =
      value ?? (Array.isArray(rule) ? rule[0] : /function|texts|object/.test(rule as string) ? undefined : '');
  }
  values.widgetId ||= 'default';
  values.consentVersion ||= '1';
  const broker = brokerAddress(values.broker);
  return { settings: broker ? ({ ...values, broker } as unknown as Settings) : null, values, refusals };
}

/** Returns undefined if the rule does not allow the value. */
function accept(rule: Rule, given: unknown): unknown {
  if (Array.isArray(rule)) {
    const wanted = wordsOf(given);
    return rule.find(value => (wanted ? `${value}` === wanted : /^(on|true)$/.test(value as string)));
  }
  if (rule === 'function') return typeof given === rule ? given : undefined;
  if (/texts|object/.test(rule as string)) return typeof given === 'object' ? (given ?? undefined) : undefined;
  if (rule === 'phrase' && (typeof given === 'object' || /^\s*\{/.test(given as string))) return phrasesOf(given);
  const text: unknown = given instanceof URL || (rule === 'list' && Array.isArray(given)) ? wordsOf(given) : given;
  if (typeof text !== 'string') return undefined;
  return acceptText(rule, text.trim());
}

/** Returns phrases by language, from an object or from the JSON of an attribute; undefined for anything else. */
function phrasesOf(given: unknown): unknown {
  try {
    const phrases: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    return Object.values(phrases as object).every(each => typeof each === 'string') ? phrases : undefined;
  } catch {
    return undefined;
  }
}

function acceptText(rule: Rule, text: string): string | undefined {
  if (!text || /text|list|phrase/.test(rule as string)) return text;
  if (rule === 'color') return globalThis.CSS?.supports('color', text) === false ? undefined : text;
  const href = parseUrl(text, globalThis.document?.baseURI)?.href;
  // Without this check `[object Object]` would be a valid path.
  return href?.match(/^(https?:(?!.*\[object)|data:image\/)/) ? href : undefined;
}

function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
