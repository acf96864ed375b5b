/** Finds the setting that a misspelt name means. */

import { nearestName } from '../../ui/i18n/did-you-mean.ts';

/**
 * Returns the one of `names` that an unknown name most likely means; undefined if none is similar. Only similar names are reported, because
 * optimisers, frameworks and consent tools add their own attributes to script tags. `data-cookieconsent` is similar to `consent` only by chance.
 */
export const meantSetting = (name: string, names: readonly string[]): string | undefined =>
  /^cookie/.test(name) ? undefined : nearestName(name, names);
