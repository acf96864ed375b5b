/**
 * Makes warnings about wrong settings for the developers of the host page. This is a separate chunk, which check-settings.ts fetches if something may be
 * wrong. options.ts reads the settings.
 */

import { nameHint } from '../../ui/i18n/did-you-mean.ts';
import { identity } from '../../ui/i18n/language-tags.ts';
import { EVENTS, handlerOf } from '../handle/event-names.ts';
import { brokerTrouble } from '../settings/broker-url.ts';
import { isForeign } from '../settings/host-props.ts';
import { imageOriginsOf } from '../settings/image-origins.ts';
import { type Accepted, acceptSettings, type Rule, type Settings } from '../settings/options.ts';
import { meantSetting } from '../settings/setting-names.ts';
import { wordsOf } from '../warn.ts';

export type SettingsCode =
  | 'missing_broker'
  | 'invalid_broker'
  | 'unknown_setting'
  | 'invalid_setting'
  | 'unknown_language';

export interface SettingsWarning {
  readonly code: SettingsCode;
  readonly message: string;
}

export interface SettingsResult {
  readonly settings: Settings | null;
  readonly warnings: readonly SettingsWarning[];
}

/** Returns settings and warnings together, for the gallery. `tags` as for reportSettings. */
export function readSettings(source: Readonly<Record<string, unknown>>, tags?: readonly string[]): SettingsResult {
  const accepted = acceptSettings(source);
  return { settings: accepted.settings, warnings: reportSettings(source, accepted, tags) };
}

/**
 * Reports wrong values, then unknown names, then languages, and finally a missing or wrong broker. `tags` are the supported languages besides
 * English; omitted for a chat without a user interface.
 */
export function reportSettings(
  source: Readonly<Record<string, unknown>>,
  { settings, values, refusals }: Accepted,
  tags?: readonly string[],
): readonly SettingsWarning[] {
  const warnings: SettingsWarning[] = [];
  const warn = (code: SettingsCode, message: string): void => {
    warnings.push({ code, message });
  };
  for (const { name, given, rule } of refusals) {
    warn('invalid_setting', `"${name}" cannot be "${wordsOf(given)}": ${expected(rule)}. Using the default.`);
  }
  for (const part of imageOriginsOf(`${values.imageOrigins}`)) {
    if (!part || part === '*' || isOrigin(part)) continue;
    warn(
      'invalid_setting',
      `"imageOrigins" has "${part}", no origin such as "https://cdn.example.com". It is left out.`,
    );
  }
  const names = Object.keys(values);
  // Detects a string or a list in place of an object: each letter or item has become a setting.
  if ('0' in source) {
    warn(
      'invalid_setting',
      'Settings are an object, such as { broker: "https://…" }: a text or a list has none in it.',
    );
  }
  for (const name of Object.keys(source)) {
    if (names.includes(name)) continue;
    const event = EVENTS.find(each => handlerOf(each) === name);
    const meant = meantSetting(name, names);
    if (event) warn('unknown_setting', `"${name}" is no setting: use Natter.on('${event}', …).`);
    else if (meant) warn('unknown_setting', `There is no setting "${name}". Did you mean "${meant}"?`);
  }
  const known = tags && ['en', ...tags];
  for (const each of known ? `${values.locale},${values.languages}`.split(',') : []) {
    const tag = each.trim();
    if (!tag || known?.some(one => identity(one) === identity(tag))) continue;
    warn('unknown_language', `There are no words for "${tag}". There are ${known?.join(', ')}.`);
  }
  if (!settings) warnings.push(brokerTrouble(values.broker));
  return warnings;
}

/** Returns true for an origin as browsers write it. Any other text would never equal the origin of a picture. */
const isOrigin = (text: string): boolean =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const FORMS = {
  text: 'a string',
  color: 'a CSS colour',
  link: 'a string or URL with an http(s) address',
  list: 'a list of strings, or a string with commas',
  function: 'a function, given in an object',
  phrase: 'a string, or an object of strings',
  texts: 'an object of texts, given in an object',
  object: 'a list or an object',
};

function expected(rule: Rule): string {
  if (typeof rule !== 'string') return `it must be one of ${rule.join(', ')}`;
  return `it must be ${FORMS[rule]}`;
}

/** Returns the warnings for props that `<ChatWidget>` does not have. `known` are the names of those that it has. */
export function reportProps(props: object, known: readonly string[]): readonly SettingsWarning[] {
  return Object.keys(props)
    .filter(name => !known.includes(name) && !isForeign(name) && Reflect.get(props, name) !== undefined)
    .map(name => ({
      code: 'unknown_setting',
      message: `ChatWidget has no prop "${name}".${nameHint(name, known)}`,
    }));
}
