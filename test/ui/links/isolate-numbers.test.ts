// @vitest-environment node

/** Phone and other numbers in text of any direction, so that they can be read and copied. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withNumbers } from '../../../src/ui/links/isolate-numbers.ts';

const numbersIn = (text: string) => withNumbers(text).filter((_, place) => place % 2);

describe('numbers of several groups', () => {
  it.each([
    ['اتصل بنا على +49 30 1234567 الآن', '+49 30 1234567'],
    ['התקשרו אל (030) 1234-567.', '(030) 1234-567'],
    ['00 972 3 123 4567 או בדוא״ל', '00 972 3 123 4567'],
    ['رقم البطاقة 4111 1111 1111 1111، شكرا', '4111 1111 1111 1111'],
    ['+1 (555) 010-9999', '+1 (555) 010-9999'],
    ['تكلفته 1 500 000 ريال', '1 500 000'],
    ['050\u00a0123\u00a04567', '050\u00a0123\u00a04567'],
  ])('numbers are found whole: %s', (text, number) => {
    expect(numbersIn(text)).toEqual([number]);
  });

  it.each([
    'من 09:00 - 17:00 يوميا',
    'עד 2026-11-22 10:30',
    'بين 100 - 200 ريال',
    'في 2024 حضر 1500 شخص',
    '0 - 100',
    'رقم 1234567',
    'R2D2 12345678',
    '1. 1. 1. 1. 1. 1. 1. 1. 1.',
    'https://acme.example/0 12 345 6789x',
  ])('other numbers are not isolated: %s', text => {
    expect(numbersIn(text)).toEqual([]);
  });

  it('the pieces together are the whole text', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789 ()+-./:aא\u00a0'), maxLength: 80 });
    fc.assert(fc.property(digits, text => withNumbers(text).join('') === text));
  });
});
