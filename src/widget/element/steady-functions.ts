/** Gives the functions in settings a permanent identity. */

import { FUNCTIONS } from '../settings/host-settings.ts';
import type { SettingsInput } from '../settings/options.ts';

/**
 * Returns a function that replaces the functions in settings by permanent ones, which call the newest functions. Components often create new
 * functions with each render, and these must not count as changed settings.
 */
export function steadyFunctions(newest: () => SettingsInput): <S extends SettingsInput>(settings: S) => S {
  const steady = FUNCTIONS.map(name => {
    const run = (...given: readonly unknown[]): unknown => {
      const now: unknown = newest()[name];
      return typeof now === 'function' ? now(...given) : given[0];
    };
    return [name, run] as const;
  });
  return settings => ({
    ...settings,
    ...Object.fromEntries(steady.filter(([name]) => typeof settings[name] === 'function')),
  });
}
