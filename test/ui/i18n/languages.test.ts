// @vitest-environment node

/** Every catalogue in the folder is complete: keys, placeholders, plural forms. */

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LATE_KEYS } from '../../../src/ui/i18n/catalogue.ts';
import { ENGLISH as WORDS } from '../../../src/ui/i18n/english.ts';
import { CALLS_ENGLISH, STATUS_ENGLISH } from '../../../src/ui/i18n/english-late.ts';
import type { Text } from '../../../src/ui/i18n/text.ts';
import { languages } from '../../../src/ui/load-languages.ts';

const LATE = { ...STATUS_ENGLISH, ...CALLS_ENGLISH };
const ENGLISH: Readonly<Record<string, Text>> = { ...WORDS, ...LATE };

const FILES = readdirSync('src/ui/languages');

const formsOf = (text: Text): Readonly<Record<string, string>> =>
  typeof text === 'string' ? { other: text } : { ...text };
/** Places, also those with words of their own (`{team:our team}`), with a capital or without. */
const placesOf = (form: string): readonly string[] =>
  [...form.matchAll(/\{(\w+)(?::[^}]+)?\}/g)].map(([, name = '']) => `{${name.toLowerCase()}}`).sort();
/** How many numbers take this plural form. A form for one number only may spell it out. */
const numbersOf = (form: string, tag: string): number =>
  Array.from({ length: 1000 }, (_, count) => count).filter(each => new Intl.PluralRules(tag).select(each) === form)
    .length;

/** Mistakes in a catalogue. */
function faults(words: Readonly<Record<string, Text>>, tag: string): readonly string[] {
  const found: string[] = [];
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  for (const key of Object.keys(words)) if (!(key in ENGLISH)) found.push(`${key}: is not used`);
  for (const [key, english] of Object.entries(ENGLISH)) {
    const text = words[key];
    if (text === undefined) {
      found.push(`${key}: is missing`);
      continue;
    }
    const forms = formsOf(text);
    const wanted = typeof english === 'string' ? ['other'] : pluralCategories;
    if (Object.keys(forms).sort().join() !== [...wanted].sort().join())
      found.push(`${key}: has the forms ${Object.keys(forms)}`);
    const places = placesOf(formsOf(english).other ?? '');
    for (const [form, words] of Object.entries(forms)) {
      const needed =
        wanted.length > 1 && numbersOf(form, tag) === 1 ? places.filter(each => each !== '{count}') : places;
      const own = placesOf(words).filter(each => needed.includes(each) || !places.includes(each));
      if (own.join() !== needed.join()) found.push(`${key}.${form}: has the places ${placesOf(words)}`);
      if (!words.trim() && key !== 'wait') found.push(`${key}.${form}: is empty`);
    }
  }
  return found;
}

describe('languages', () => {
  it('every file of the folder can be loaded, and nothing else', () => {
    expect([...languages.tags].sort()).toEqual(FILES.map(file => file.replace(/\.ts$/, '')).sort());
    expect(languages.tags.length).toBeGreaterThan(1);
    for (const tag of languages.tags) expect(new Intl.Locale(tag).toString().toLowerCase()).toBe(tag);
  });

  it.each(languages.tags)('%s has every key, every place and every form, and no others', async tag => {
    const { words } = await languages.load(tag, 0);
    expect(faults(words, tag)).toEqual([]);
  });

  it.each(['ar', 'he'])('%s isolates inserted texts from the direction of its sentence', async tag => {
    const { words } = await languages.load(tag, 0);
    const all = Object.values(words).flatMap(each => (typeof each === 'string' ? each : Object.values(each ?? {})));
    const named = all.filter(text => text.includes('{name}'));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(text => !text.includes('\u2068{name}\u2069'))).toEqual([]);
    expect(words.counter).toMatch(/^\u2066.+\u2069$/);
  });

  it.each(languages.tags)('%s never begins a line with a mark that belongs to the previous word', async tag => {
    const { words } = await languages.load(tag, 0);
    const all = Object.values(words).flatMap(each => (typeof each === 'string' ? each : Object.values(each ?? {})));
    expect(all.filter(text => / […—ๆ?!:;»]/.test(text))).toEqual([]);
  });

  it('English is complete as well', () => {
    expect(faults(ENGLISH, 'en')).toEqual([]);
  });

  it('words that come with a chunk are known by name', () => {
    expect([...LATE_KEYS].sort()).toEqual(Object.keys(LATE).sort());
  });

  it('missing, superfluous and misspelt entries are found', async () => {
    const { words } = await languages.load('ar', 0);
    const { send, ...rest } = words;
    expect(send).toBeTruthy();
    const broken = { ...rest, snet: 'x', typing: 'x {nam}', waitHours: { one: '{count}', other: 'x' }, title: ' ' };
    expect(faults(broken, 'ar')).toEqual([
      'snet: is not used',
      'title.other: is empty',
      'send: is missing',
      'typing.other: has the places {nam}',
      'waitHours: has the forms one,other',
      'waitHours.other: has the places ',
    ]);
  });
});
