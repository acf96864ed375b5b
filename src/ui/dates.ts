/** Times, languages and directions as the panel's language writes them. Intl does the work; `locale` is one that it takes (speech.ts). */

/** `10:24` for a moment of today, with the day before it for any other. */
export function formatTime(at: number, now: number, locale: string): string {
  const moment = new Date(at);
  const today = moment.toDateString() === new Date(now).toDateString();
  return moment.toLocaleString(locale, {
    ...(!today && { weekday: 'short', day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  });
}

/** `French` for `fr`; the tag itself where no name is known, or where it is none. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Which way a language is written. */
export const directionOf = (tag: string): 'rtl' | 'ltr' => (/^(ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr');
