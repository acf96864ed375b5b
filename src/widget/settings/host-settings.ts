/** The settings as whoever hosts a widget gives them: which ones are attributes, which ones a running chat takes over. Their values are options.ts. */

import { wordsOf } from '../warn.ts';
import { RULES, type SettingName, type SettingsInput } from './options.ts';

export const NAMES = Object.keys(RULES) as readonly SettingName[];

export const FUNCTIONS = NAMES.filter(name => RULES[name] === 'function');

/** No attribute can carry them. */
export const OBJECTS = NAMES.filter(name => FUNCTIONS.includes(name) || RULES[name] === 'texts');

/** Settings of a chat without a user interface. */
const OF_CHAT: readonly SettingName[] = [
  'broker',
  'widgetId',
  'platform',
  'streaming',
  'remember',
  'keepAlive',
  ...FUNCTIONS,
];

/** Settings that a running widget cannot change. */
export const FIXED: readonly SettingName[] = [...OF_CHAT, 'renderMode', 'consent', 'consentVersion'];

export const attributeOf = (name: SettingName): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Equal for settings that can do with one chat. */
export const chatKey = (settings: SettingsInput): string => keyOf(settings, OF_CHAT);

/** Equal for settings that can do with one widget. */
export const widgetKey = (settings: SettingsInput): string => keyOf(settings, FIXED);

/** Returns a key of the settings: their text, and for a function only if there is one, see steady-functions.ts. */
function keyOf(settings: SettingsInput, names: readonly SettingName[]): string {
  return JSON.stringify(
    names.map(name => (FUNCTIONS.includes(name) ? !!settings[name] : wordsOf(settings[name] ?? ''))),
  );
}
