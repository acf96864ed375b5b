/** Puts the opening hours into words: until when the site's staff are available, or when they return. */

import type { T } from '../i18n/translate.ts';
import { type Opening, zoneOffset } from './opening.ts';

/** Longest time ahead that is shown. A later one does not help the visitor now. */
const SOON_MS = 24 * 3600 * 1000;

/**
 * Returns the sentence, with times in the visitor's zone. Names that zone if clocks at the site show another time. Returns the empty string if the
 * staff are available for longer than a day.
 */
export function hoursWords({ isOpen, until }: Opening, zone: string, now: number, t: T, locale: string): string {
  if (isOpen && until - now > SOON_MS) return '';
  const params = { time: clockTime(until, locale), zone: zoneName(until, zone, locale) };
  const days = daysBetween(now, until);
  if (isOpen) return t('hoursUntil', params);
  if (days < 1) return t('hoursToday', params);
  if (days < 2) return t('hoursTomorrow', params);
  return t('hoursDay', { ...params, day: new Date(until).toLocaleDateString(locale, { weekday: 'long' }) });
}

/** Returns `9 AM`, `9:30 AM` or `9:00`, as the language writes it. */
function clockTime(at: number, locale: string): string {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const isFull = hour12 && new Date(at).getMinutes() === 0;
  return new Date(at).toLocaleTimeString(locale, { hour: 'numeric', ...(!isFull && { minute: '2-digit' }) });
}

/** Returns a space and the name of the visitor's zone. Returns the empty string if clocks at the site show the same time. */
function zoneName(at: number, zone: string, locale: string): string {
  if (zoneOffset(at, zone) === -new Date(at).getTimezoneOffset() * 60_000) return '';
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }).formatToParts(at);
  return ` ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}

/** Returns the number of midnights between two moments. */
function daysBetween(from: number, to: number): number {
  const [first, last] = [from, to].map(at => new Date(at).setHours(12, 0, 0, 0)) as [number, number];
  return Math.round((last - first) / SOON_MS);
}
