// @vitest-environment node

/** Times, languages and directions. */

import { describe, expect, it } from 'vitest';
import { formatDay, formatTime, languageName } from '../../../src/ui/i18n/dates.ts';
import { directionOf } from '../../../src/ui/i18n/language-tags.ts';

const FRIDAY = new Date(2026, 2, 13, 9, 5).getTime();

describe('dates', () => {
  it('write a time as the language does', () => {
    expect(formatTime(FRIDAY, 'en-GB')).toMatch(/^0?9:05$/);
    expect(formatTime(FRIDAY, 'en-US')).toMatch(/^9:05\sAM$/);
  });

  it('times follow the local clock, even after a change of the time zone', () => {
    const before = process.env.TZ;
    try {
      const heard = ['Europe/Berlin', 'America/Los_Angeles'].map(zone => {
        process.env.TZ = zone;
        return formatTime(Date.UTC(2026, 2, 2, 23, 13), 'en-GB');
      });
      expect(heard).toEqual(['0:13', '15:13']);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it.each([
    [0, 'en', 'Today'],
    [1, 'en', 'Yesterday'],
    [0, 'de', 'Heute'],
    [1, 'ar', 'أمس'],
    [5, 'en-GB', 'Friday 13 March'],
    [5, 'de', 'Freitag, 13. März'],
    [400, 'de', 'Freitag, 13. März 2026'],
  ] as const)('name the day of %i days ago in %s', (daysAgo, locale, words) => {
    expect(formatDay(FRIDAY, daysAgo, locale)).toBe(words);
  });

  it('languages are named in the language of the panel, and invalid ones do no harm', () => {
    expect([languageName('fr', 'en'), languageName('fr', 'de')]).toEqual(['French', 'Französisch']);
    expect(languageName('???', 'en')).toBe('???');
  });

  it('know which languages read from the right', () => {
    expect(['ar', 'he', 'fa', 'en', 'arn'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
  });
});
