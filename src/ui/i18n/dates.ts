/** Formats times and names of languages with Intl. `locale` must be valid (panel-language.ts). */

import { tidy } from './language-tags.ts';

/** Caches one format per locale, because creating one takes longer than rendering a message. */
function kept<T>(make: (locale: string) => T): (locale: string) => T {
  const all: Record<string, T> = {};
  return locale => {
    // Includes the time zone in the key, because a format keeps the zone in which it was created.
    const key = locale + new Date().getTimezoneOffset();
    all[key] ??= make(locale);
    return all[key];
  };
}

const clock = kept(locale => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }));
const nearDays = kept(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** `10:24`. */
export const formatTime = (at: number, locale: string): string => clock(locale).format(at);

/** Returns `Today`, `Yesterday` or `Friday 13 March`, with the year if the day is long ago. */
export function formatDay(at: number, daysAgo: number, locale: string): string {
  const words =
    daysAgo < 2
      ? nearDays(locale).format(-daysAgo, 'day')
      : new Date(at).toLocaleDateString(locale, {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          ...(daysAgo > 300 && { year: 'numeric' }),
        });
  // Capitalises the first letter, because Intl returns words for the middle of a sentence.
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

const languages = kept(locale => new Intl.DisplayNames(locale, { type: 'language' }));

/** Returns `French` for `fr`; the tag itself if it is invalid or has no name. */
export function languageName(tag: string, locale: string): string {
  try {
    return languages(locale).of(tidy(tag)) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns true if the language has a name, whatever its country and script. */
export function isLanguage(tag: string): boolean {
  const [own = ''] = tidy(tag).split('-');
  return own !== '' && languageName(own, 'en') !== own;
}
