// @vitest-environment node

import { afterEach, describe, expect, it, vi } from 'vitest';
import { hoursWords } from '../../../src/ui/home/hours-words.ts';
import { openingAt } from '../../../src/ui/home/opening.ts';
import { type OpeningHours, readHours } from '../../../src/ui/home/read-hours.ts';
import { ENGLISH } from '../../../src/ui/i18n/english.ts';
import { createTranslate } from '../../../src/ui/i18n/translate.ts';
import { words as german } from '../../../src/ui/languages/de.ts';
import { words as polish } from '../../../src/ui/languages/pl.ts';

afterEach(() => vi.unstubAllEnvs());

const OFFICE = { zone: 'Europe/Berlin', week: { 'mon-fri': '9:00-18:00', sat: '10:30-14:00' } };

/** Returns the sentence for a visitor in the zone `visitor`. */
function said(
  at: string,
  {
    visitor = 'Europe/Berlin',
    locale = 'en-US',
    words = ENGLISH as Parameters<typeof createTranslate>[0],
    hours = OFFICE as object,
  } = {},
): string {
  vi.stubEnv('TZ', visitor);
  const opening = readHours(hours).opening as OpeningHours;
  const now = Date.parse(at);
  const text = hoursWords(openingAt(opening, now), opening.zone, now, createTranslate(words, locale), locale);
  return text.replace(/[\u202f\u00a0]/g, ' ');
}

describe('opening hours in words', () => {
  it.each([
    ['2026-03-12T10:00Z', 'You can reach our team until 6 PM.'],
    ['2026-03-12T05:00Z', 'Our team will be back at 9 AM.'],
    ['2026-03-12T20:00Z', 'Our team will be back tomorrow at 9 AM.'],
    ['2026-03-14T20:00Z', 'Our team will be back on Monday at 9 AM.'],
    ['2026-03-13T20:00Z', 'Our team will be back tomorrow at 10:30 AM.'],
  ])('at %s they say %s', (at, words) => {
    expect(said(at)).toBe(words);
  });

  it('a visitor whose clock shows another time reads their own, with its zone', () => {
    expect(said('2026-03-12T16:00Z', { visitor: 'America/New_York' })).toBe('You can reach our team until 1 PM EDT.');
    expect(said('2026-03-12T20:00Z', { visitor: 'Asia/Tokyo' })).toBe('Our team will be back at 5 PM GMT+9.');
  });

  it('a visitor in another zone with the same time reads no zone', () => {
    expect(said('2026-03-12T10:00Z', { visitor: 'Europe/Paris' })).toBe('You can reach our team until 6 PM.');
  });

  it('a day is the visitor’s, not the site’s', () => {
    expect(said('2026-03-15T20:00Z', { visitor: 'Pacific/Auckland' })).toBe('Our team will be back at 9 PM GMT+13.');
    expect(said('2026-03-14T20:00Z', { visitor: 'Pacific/Auckland' })).toBe(
      'Our team will be back tomorrow at 9 PM GMT+13.',
    );
  });

  it('hours of more than a day are not mentioned', () => {
    expect(said('2026-03-12T10:00Z', { hours: { zone: 'UTC', week: { 'mon-sun': '0:00-24:00' } } })).toBe('');
    expect(said('2026-03-12T10:00Z', { hours: { zone: 'UTC', week: { 'mon-fri': '0:00-24:00' } } })).toBe('');
  });

  it('the words are those of the language', () => {
    const away = '2026-03-14T20:00Z';
    expect(said(away, { locale: 'de', words: german })).toBe('Am Montag ab 9:00 Uhr erreichen Sie wieder unser Team.');
    expect(said(away, { locale: 'pl', words: polish })).toBe(
      'Kontakt z naszym zespołem będzie możliwy: poniedziałek, od godz. 9:00.',
    );
    expect(said('2026-03-12T10:00Z', { locale: 'en-GB' })).toBe('You can reach our team until 18:00.');
  });
});
