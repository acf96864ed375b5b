/** Times, numbers and languages as the visitor's language writes them. Intl does the work; the words are strings.ts. */

/** A usable locale: a tag that Intl refuses means the browser's own. */
function usable(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

const DAY_MS = 86_400_000;

/** `10:24` for today, with the day before it for anything older. */
export function formatTime(at: number, now: number, locale: string): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  const day: Intl.DateTimeFormatOptions = sameDay
    ? {}
    : now - at < 6 * DAY_MS
      ? { weekday: 'long' }
      : { day: 'numeric', month: 'short', year: 'numeric' };
  return new Intl.DateTimeFormat(usable(locale), { hour: 'numeric', minute: '2-digit', ...day }).format(at);
}

/** Day and time in full, for tooltips. */
export function formatMoment(at: number, locale: string): string {
  return new Intl.DateTimeFormat(usable(locale), { dateStyle: 'full', timeStyle: 'short' }).format(at);
}

export function formatNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(usable(locale)).format(value);
}

/** `French` for `fr`; the tag itself where no name is known. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Whether a language is written from right to left. Null for "as the page does". */
export function directionOf(locale: string): 'rtl' | 'ltr' | null {
  if (!locale) return null;
  return /^(ar|dv|fa|he|iw|ks|ku|ps|sd|ug|ur|yi)\b/i.test(locale) ? 'rtl' : 'ltr';
}
