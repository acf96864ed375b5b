/** Finds the setting that a misspelt name means. */

import { nearestName } from '../ui/nearest-name.ts';
import { RULES, type SettingName } from './options.ts';

/** Attributes of consent tools (`data-cookieconsent`, `data-cookiecategory`), which come near `consent`. */
const FOREIGN = /^cookie/;

/**
 * Returns the setting that an unknown name most likely means; undefined if none is near. Optimisers, frameworks and consent tools write hundreds of
 * attributes into script tags, so a name that is near no setting is not reported.
 */
export function meantSetting(name: string): SettingName | undefined {
  if (FOREIGN.test(name)) return undefined;
  return nearestName(name, Object.keys(RULES)) as SettingName | undefined;
}
