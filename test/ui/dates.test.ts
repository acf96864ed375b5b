/** Times, numbers and directions, with locales that are none. */

import { describe, expect, it } from 'vitest';
import { directionOf, formatNumber, formatTime, languageName } from '../../src/ui/dates.ts';
import { REPLY_WORDS } from '../../src/ui/reply-words.ts';
import { addWords, t } from '../../src/ui/strings.ts';

addWords(REPLY_WORDS);

const NOW = new Date(2026, 2, 14, 18).getTime();

describe('dates', () => {
  it('[U93] write a time of today alone, and any other with its day', () => {
    expect(formatTime(new Date(2026, 2, 14, 9, 5).getTime(), NOW, 'en-GB')).toMatch(/^0?9:05$/);
    expect(formatTime(new Date(2026, 2, 13, 9, 5).getTime(), NOW, 'en-GB')).toMatch(/Fri.*13 Mar.*9:05/);
  });

  it('[U93] survive a locale that is none', () => {
    expect(() => formatTime(NOW, NOW, 'not a locale')).not.toThrow();
    expect(formatNumber(1, '')).toBe('1');
    expect([languageName('fr'), languageName('???')]).toEqual(['French', '???']);
  });

  it('[U94] know which languages read from the right', () => {
    expect(['ar-EG', 'he', 'fa', 'en', 'arn', ''].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      undefined,
    ]);
  });
});

describe('words', () => {
  it('[U95] have plural forms', () => {
    expect([t('waitMinutes', { count: 1 }), t('waitMinutes', { count: 2 })]).toEqual([
      'about 1 minute',
      'about 2 minutes',
    ]);
  });
});
