/** The names of all settings, and what to say to a name that is none of them. What their values may be is options.ts. */

export const SETTING_NAMES = [
  'broker',
  'widgetId',
  'title',
  'color',
  'avatar',
  'theme',
  'position',
  'renderMode',
  'target',
  'autoOpen',
  'showLauncher',
  'showHeader',
  'platform',
  'streaming',
  'remember',
  'locale',
  'consent',
  'privacyUrl',
  'termsUrl',
  'disclaimer',
  'sound',
  'keepAlive',
  'nonce',
] as const;

export type SettingName = (typeof SETTING_NAMES)[number];

/** One warning per name that is none of ours, with the one that was probably meant. */
export function reportUnknownNames(source: object, warn: (code: 'unknown_setting', message: string) => void): void {
  for (const name of Object.keys(source)) {
    if (!SETTING_NAMES.includes(name as SettingName)) {
      warn('unknown_setting', `There is no setting "${name}". Did you mean "${nearestName(name)}"?`);
    }
  }
}

/** The valid name that shares most neighbouring letters with a wrong one. */
export function nearestName(wrong: string): SettingName {
  return SETTING_NAMES.reduce((best, name) => (likeness(wrong, name) > likeness(wrong, best) ? name : best));
}

function likeness(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  let shared = 0;
  for (let i = 0; i < left.length; i++) if (right.includes(left.slice(i, i + 2))) shared++;
  return shared / (left.length + right.length);
}
