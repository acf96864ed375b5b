/** Settings whose functions stay the same for good: a chat is made with them, and calls the newest. */

import { FUNCTIONS } from '../settings/host-settings.ts';
import type { SettingsInput } from '../settings/options.ts';

/**
 * One function for each setting that takes one, the same for good, which calls the newest. Components make new ones with each drawing, which
 * must not be another setting each time.
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
