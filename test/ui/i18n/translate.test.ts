// @vitest-environment node

/** From a key to a text: filled placeholders and plural forms. */

import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../../src/ui/i18n/english.ts';
import { createTranslate } from '../../../src/ui/i18n/translate.ts';
import { words as ar } from '../../../src/ui/languages/ar.ts';
import { words as de } from '../../../src/ui/languages/de.ts';

describe('words', () => {
  it('have plural forms', () => {
    const t = createTranslate(ENGLISH, 'en');
    expect([1, 2].map(count => t('waitMinutes', { count }))).toEqual(['about 1 minute', 'about 2 minutes']);
  });

  it('have as many forms as the language has', () => {
    const t = createTranslate(ar, 'ar-u-nu-latn');
    expect([1, 2, 3, 11, 100].map(count => t('waitMinutes', { count }))).toEqual([
      'نحو دقيقة واحدة',
      'نحو دقيقتين',
      'نحو 3 دقائق',
      'نحو 11 دقيقة',
      'نحو 100 دقيقة',
    ]);
  });

  it('write numbers as the language does', () => {
    expect(createTranslate(de, 'de')('queuePlace', { position: 1200, wait: '' })).toBe(
      'Sie sind Nummer 1.200 in der Warteschlange.',
    );
    expect(createTranslate(ENGLISH, 'en-IN')('queuePlace', { position: 123456, wait: '' })).toContain('1,23,456');
  });

  it('words omit missing parameters, and are empty before the catalogue has loaded', () => {
    expect(createTranslate(ENGLISH, 'en')('named', { name: 'Nova' })).toBe('Nova\u00a0· ');
    expect(createTranslate({}, 'en')('named')).toBe('');
  });

  it.each(['constructor', 'toString', '__proto__'])(
    '{%s} in a site’s text is treated like any other unknown name',
    name => {
      expect(createTranslate({ named: `Hello {${name}}.` }, 'en')('named', { name: 'Nova' })).toBe('Hello .');
    },
  );
});
