/**
 * The settings of the script tag, of `window.NatterSettings` and of `<natter-chat>`: names, defaults, validation.
 * Acting on them is mount.ts. The loader carries this file too, so it is written for few bytes: one table, one reader.
 */

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
  /** Whether the visitor must agree first. The consent screen does not exist yet: no effect, so do not rely on `required`. */
  readonly consent: 'none' | 'required';
  /** For the consent screen: no effect yet. */
  readonly privacyUrl: string;
  /** For the consent screen: no effect yet. */
  readonly termsUrl: string;
  /** For the consent screen: no effect yet. */
  readonly disclaimer: string;
  /** There are no sounds yet: no effect. */
  readonly sound: 'off' | 'on';
  /** How long an idle connection is kept alive: no effect yet. */
  readonly keepAlive: 'conversation' | 'always' | 'never';
  /** CSP nonce for the style elements of browsers without constructable stylesheets, and for the preload link. */
  readonly nonce: string;
}

export type SettingName = keyof Settings;

/** What a host page may write: any of the settings, as strings or as their own types. */
export type SettingsInput = { readonly [K in SettingName]?: Settings[K] | undefined };

export type SettingsCode = 'missing_broker' | 'invalid_broker' | 'unknown_setting' | 'invalid_setting';

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

export const SETTING_NAMES = Object.keys(RULES) as readonly SettingName[];

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
  for (const name of SETTING_NAMES) read[name] = Array.isArray(RULES[name]) ? RULES[name][0] : '';
  read['widgetId'] = 'default';

  for (const [name, given] of Object.entries(source)) {
    if (given === undefined) continue;
    if (!Object.hasOwn(RULES, name)) {
      warn('unknown_setting', `There is no setting "${name}". Did you mean "${nearestName(name)}"?`);
      continue;
    }
    const rule = RULES[name as SettingName];
    const value = accept(rule, given);
    if (value === undefined) warn('invalid_setting', `"${name}" cannot be "${given}": ${expected(rule)}. Using the default.`);
    else read[name] = value;
  }

  const broker = brokerAddress(`${read['broker']}`);
  if (broker === undefined) {
    if (read['broker']) {
      warn('invalid_broker', `"broker" cannot be "${read['broker']}": use https://…, or http:// on this machine, without a query.`);
    } else warn('missing_broker', 'Set data-broker (or NatterSettings.broker) to the address of your token broker.');
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

/** The address in the form that paths are appended to, or undefined when a token must not be fetched from there. */
function brokerAddress(text: string): string | undefined {
  const url = parseUrl(text);
  // Credentials, query and fragment would silently get lost when a path is appended.
  if (!url || url.origin + url.pathname !== url.href) return undefined;
  const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')) return undefined;
  return url.href.replace(/\/+$/, '');
}

function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The valid name that shares most neighbouring letters with a wrong one. */
export function nearestName(wrong: string): SettingName {
  const [first, ...rest] = SETTING_NAMES.map(name => ({ name, likeness: likeness(wrong.toLowerCase(), name.toLowerCase()) }));
  return rest.reduce((best, each) => (each.likeness > best.likeness ? each : best), first ?? { name: 'broker', likeness: 0 }).name;
}

function likeness(a: string, b: string): number {
  let shared = 0;
  for (let i = 0; i < a.length; i++) if (b.includes(a.slice(i, i + 2))) shared++;
  return shared / (a.length + b.length);
}
