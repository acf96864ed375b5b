/** Times, languages and directions. */

import { describe, expect, it } from 'vitest';
import { directionOf, formatTime, languageName } from '../../src/ui/dates.ts';

const NOW = new Date(2026, 2, 14, 18).getTime();

describe('dates', () => {
  it('[U93] write a time of today alone, and any other with its day', () => {
    expect(formatTime(new Date(2026, 2, 14, 9, 5).getTime(), NOW, 'en-GB')).toMatch(/^0?9:05$/);
    expect(formatTime(new Date(2026, 2, 13, 9, 5).getTime(), NOW, 'en-GB')).toMatch(/Fri.*13 Mar.*9:05/);
    expect(formatTime(new Date(2026, 2, 13, 9, 5).getTime(), NOW, 'de')).toMatch(/Fr.*13\. März/);
  });

  it('[U93] name a language in the language of the panel, and survive one that is none', () => {
    expect([languageName('fr', 'en'), languageName('fr', 'de')]).toEqual(['French', 'Französisch']);
    expect(languageName('???', 'en')).toBe('???');
  });

  it('[U94] know which languages read from the right', () => {
    expect(['ar', 'he', 'fa', 'en', 'arn'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
  });
});
