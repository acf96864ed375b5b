/** Checks the settings that a page has given. Fetches the sentences about wrong ones (report-settings.ts) only if something may be wrong. */

import { identity } from '../../ui/i18n/language-tags.ts';
import { EVENTS, handlerOf } from '../handle/event-names.ts';
import { AS_THEY_ARE, isForeign } from '../settings/host-props.ts';
import { imageOriginsOf } from '../settings/image-origins.ts';
import type { Accepted } from '../settings/options.ts';
import { loadReport } from './load-report.ts';
import type { SettingsWarning } from './report-settings.ts';

export interface GivenSettings {
  readonly source: Readonly<Record<string, unknown>>;
  readonly accepted: Accepted;
  /** Languages besides English; omitted for a chat without a user interface. */
  readonly tags?: readonly string[];
  /** The props of the component. */
  readonly props?: object;
}

/** Resolves with the warnings for the developers of the host page. Is never rejected. */
export async function checkSettings(given: GivenSettings, load = loadReport): Promise<readonly SettingsWarning[]> {
  const { source, accepted, tags, props = {} } = given;
  const known = [
    ...Object.keys(accepted.values),
    ...EVENTS.map(handlerOf),
    ...AS_THEY_ARE,
    'className',
    'class',
    'ref',
  ];
  if (!mayBeWrong(given, known)) return [];
  return load().then(
    ({ reportProps, reportSettings }) => [...reportProps(props, known), ...reportSettings(source, accepted, tags)],
    () => [
      { code: 'invalid_setting', message: 'A setting may be wrong; the file that explains it could not be fetched.' },
    ],
  );
}

/** Returns false only if nothing is to be reported. */
function mayBeWrong(
  { source, accepted: { settings, values, refusals }, tags, props = {} }: GivenSettings,
  known: readonly string[],
): boolean {
  const isUnknownTag = (tag: string) => tag && !['en', ...(tags ?? [])].some(one => identity(one) === identity(tag));
  return (
    !settings ||
    refusals.length > 0 ||
    !Object.keys(source).every(name => name in values) ||
    !Object.keys(props).every(name => known.includes(name) || isForeign(name)) ||
    imageOriginsOf(`${values.imageOrigins}`).some(part => !/^(|\*|https?:\/\/[a-z\d.-]+)$/.test(part)) ||
    (!!tags && `${values.locale},${values.languages}`.split(',').some(tag => isUnknownTag(tag.trim())))
  );
}
