/** Times, numbers and languages as the visitor's language writes them. Intl does the work; the words are strings.ts. */

/** A usable locale: a tag that Intl refuses means the browser's own. */
function usable(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/** `10:24` for a moment of today, with the day before it for any other. */
export function formatTime(at: number, now: number, locale: string): string {
  const moment = new Date(at);
  const today = moment.toDateString() === new Date(now).toDateString();
  return moment.toLocaleString(usable(locale), {
    ...(!today && { weekday: 'short', day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  });
}

export const formatNumber = (value: number, locale: string): string => value.toLocaleString(usable(locale));

/** `French` for `fr`; the tag itself where no name is known. */
export function languageName(tag: string): string {
  return (usable(tag) && new Intl.DisplayNames('en', { type: 'language' }).of(tag)) ?? tag;
}

/** Which way a language is written, undefined for "as the page is". */
export function directionOf(locale: string): 'rtl' | 'ltr' | undefined {
  if (!locale) return undefined;
  return /^(ar|dv|fa|he|iw|ks|ku|ps|sd|ug|ur|yi)\b/i.test(locale) ? 'rtl' : 'ltr';
}
