/** Finds the setting that a misspelt name means. */

import { nearestName } from '../../ui/i18n/did-you-mean.ts';

/**
 * Returns the setting that an unknown name most likely means, out of `names`; undefined if none is near. Optimisers, frameworks and consent tools write
 * hundreds of attributes into script tags, so a name that is near no setting is not reported; `data-cookieconsent` is near `consent` by chance.
 */
export const meantSetting = (name: string, names: readonly string[]): string | undefined =>
  /^cookie/.test(name) ? undefined : nearestName(name, names);
