/** Settings whose functions stay the same for good: a chat is made with them, and calls the newest. */

import { FUNCTIONS } from '../settings/host-settings.ts';
import type { SettingsInput } from '../settings/options.ts';

/**
 * Returns one lasting function for each setting that takes one; it calls the newest. Components make new functions with each rendering, which must
 * not count as changed settings.
 */
export function steadyFunctions(newest: () => SettingsInput): <S extends SettingsInput>(settings: S) => S {
  const steady = FUNCTIONS.map(name => {
    const run = (given: unknown): unknown => {
      const now: unknown = newest()[name];
      return typeof now === 'function' ? now(given) : given;
    };
    return [name, run] as const;
  });
  return settings => ({
    ...settings,
    ...Object.fromEntries(steady.filter(([name]) => typeof settings[name] === 'function')),
  });
}
