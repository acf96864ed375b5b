/** Times and languages as the panel's language writes them. Intl does the work; `locale` is one that it takes (speech.ts). */

import { tidy } from './tags.ts';

/** One for each language: making it costs more than drawing a message. */
function kept<T>(make: (locale: string) => T): (locale: string) => T {
  const all: Record<string, T> = {};
  return locale => {
    // They keep the time zone that they were made in.
    const key = locale + new Date().getTimezoneOffset();
    all[key] ??= make(locale);
    return all[key];
  };
}

const clock = kept(locale => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }));
const nearDays = kept(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** `10:24`. */
export const formatTime = (at: number, locale: string): string => clock(locale).format(at);

/** `Today`, `Yesterday` or `Friday 13 March`, with the year where that is long ago. */
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
  // These words are made for the middle of a sentence.
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

const languages = kept(locale => new Intl.DisplayNames(locale, { type: 'language' }));

/** `French` for `fr`; the tag itself where no name is known, or where it is none. */
export function languageName(tag: string, locale: string): string {
  try {
    return languages(locale).of(tidy(tag)) ?? tag;
  } catch {
    return tag;
  }
}

/** Somebody has a name for the language, whatever that of its country and script. */
export function isLanguage(tag: string): boolean {
  const [own = ''] = tidy(tag).split('-');
  return own !== '' && languageName(own, 'en') !== own;
}
