/** Documents that `npm run written` generates from the comments of settings, events and methods. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { written } from '../../build/written.mjs';
import { attributeName } from '../../src/cli/doctor/page/attribute-checks.ts';
import type { Chat } from '../../src/client/api/chat.ts';
import type { Language } from '../../src/ui/i18n/catalogue.ts';
import { languages } from '../../src/ui/load-languages.ts';
import { EVENTS } from '../../src/widget/handle/event-names.ts';
import { createHandle, type HandleControls } from '../../src/widget/handle/handle.ts';
import { RULES } from '../../src/widget/settings/options.ts';
import { ROOT } from './project-files.ts';

it.each([...written()])('%s is what the comments say; npm run written writes it anew', (file, text) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toBe(text);
});

const CONFIGURATION = readFileSync(join(ROOT, 'docs/CONFIGURATION.md'), 'utf8');

/** The cells of a table's rows, without backquotes. */
function rows(heading: string): readonly (readonly string[])[] {
  const [, chapter = ''] = CONFIGURATION.split(`\n## ${heading}\n`);
  const [own = ''] = chapter.split('\n## ');
  return Array.from(own.matchAll(/^\| ([`–].*) \|$/gm), ([, row = '']) => row.replaceAll('`', '').split(' | '));
}

it('docs/CONFIGURATION.md has every setting under its attribute, its choices with the default first, and the default of all others', () => {
  const table = rows('Settings');
  expect(table.map(([, name]) => name)).toEqual(expect.arrayContaining(Object.keys(RULES)));
  expect(table).toHaveLength(Object.keys(RULES).length);
  for (const [attribute, name = '', values, meaning] of table) {
    const rule = RULES[name as keyof typeof RULES];
    expect([name, attribute]).toEqual([name, /function|texts|object/.test(`${rule}`) ? '–' : attributeName(name)]);
    if (typeof rule !== 'string') expect([name, values]).toEqual([name, rule.join(', ')]);
    else if (name !== 'broker') expect([name, values]).toEqual([name, expect.stringContaining('. Default: ')]);
    expect(`${meaning}`.length).toBeGreaterThan(20);
  }
});

it('docs/CONFIGURATION.md has every method and every event, each with its meaning', () => {
  const methods = Object.keys(createHandle({} as Chat, {} as HandleControls));
  const listed = rows('Methods').map(([name]) => `${name}`.replace(/\(.*/, ''));
  expect(listed.sort()).toEqual(methods.sort());
  const events = rows('Events');
  expect(events.map(([name]) => name).sort()).toEqual([...EVENTS].sort());
  for (const row of events) expect(`${row[2]}`.length).toBeGreaterThan(20);
});

/** A record, so that the compiler demands every language and refuses others. */
const LANGUAGES: Readonly<Record<Language, true>> = {
  en: true,
  ar: true,
  da: true,
  de: true,
  es: true,
  fr: true,
  he: true,
  hi: true,
  it: true,
  ja: true,
  ko: true,
  nl: true,
  pl: true,
  pt: true,
  ru: true,
  sv: true,
  th: true,
  tr: true,
  uk: true,
  vi: true,
  zh: true,
};

it('the type of texts knows every language that there are words in, and no other', () => {
  const there = ['en', ...languages.tags].map(tag => tag.replace(/-.*/, ''));
  expect(Object.keys(LANGUAGES).sort()).toEqual([...new Set(there)].sort());
});
