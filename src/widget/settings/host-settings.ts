/** Lists which settings are attributes, and which can change while a chat runs. options.ts lists their values. */

import { wordsOf } from '../warn.ts';
import { RULES, type SettingName, type SettingsInput } from './options.ts';

export const NAMES = Object.keys(RULES) as readonly SettingName[];

export const FUNCTIONS = NAMES.filter(name => RULES[name] === 'function');

/** Settings that no attribute can carry. */
export const OBJECTS = NAMES.filter(name => FUNCTIONS.includes(name) || /texts|object/.test(`${RULES[name]}`));

/** Settings of a chat without a user interface. */
const OF_CHAT: readonly SettingName[] = [
  'broker',
  'widgetId',
  'platform',
  'streaming',
  'remember',
  'brokerCookies',
  'keepAlive',
  'contextUrl',
  'transport',
  ...FUNCTIONS,
];

/** Settings that a running widget cannot change. */
export const FIXED: readonly SettingName[] = [...OF_CHAT, 'renderMode', 'consent', 'consentVersion'];

/** Returns a value as the text of an attribute: phrases by language as JSON. */
export const attributeText = (name: SettingName, value: unknown): string =>
  RULES[name] === 'phrase' && isFlat(value) ? JSON.stringify(value) : wordsOf(value);

/** Returns true for an object without objects in it, which JSON can hold. */
const isFlat = (value: unknown): boolean =>
  Object(value).constructor === Object && Object.values(value as object).every(each => typeof each !== 'object');

export const attributeOf = (name: SettingName): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Returns equal keys for settings that can share one chat. */
export const chatKey = (settings: SettingsInput): string => keyOf(settings, OF_CHAT);

/** Returns equal keys for settings that can share one widget. */
export const widgetKey = (settings: SettingsInput): string => keyOf(settings, FIXED);

/** Returns a key of the settings. For a function, the key contains only whether one is set (steady-functions.ts). */
function keyOf(settings: SettingsInput, names: readonly SettingName[]): string {
  return JSON.stringify(
    names.map(name => (FUNCTIONS.includes(name) ? !!settings[name] : wordsOf(settings[name] ?? ''))),
  );
}
