// @vitest-environment node

/** docs/THEMING.md lists every part and every variable, and nothing else. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brandRules } from '../../../src/widget/look/brand-shades.ts';
import { SOURCES } from '../../package/project-files.ts';

const guide = readFileSync(`${import.meta.dirname}/../../../docs/THEMING.md`, 'utf8');
const sources = [...SOURCES].filter(([path]) => /^src\/(ui|widget)\//.test(path)).map(([, text]) => text);

const found = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap(text => [...text.matchAll(pattern)].map(each => each[1] ?? ''));
const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

/** The values that can replace a name in a template, as the guide explains. */
const FILLINGS: Readonly<Record<string, readonly string[]>> = {
  from: ['user', 'agent', 'live'],
  level: ['info', 'warning', 'error'],
  state: ['busy', 'failed', 'ready'],
  which: ['down', 'up'],
};

function filled(name: string): readonly string[] {
  const slot = /\$\{(\w+)\}/.exec(name);
  if (!slot) return [name];
  const fillings = FILLINGS[slot[1] ?? ''];
  if (!fillings) throw new Error(`What ${name} can become is not known here.`);
  return fillings.map(each => name.replace(slot[0], each));
}

describe('the guide to theming', () => {
  it('the guide lists all parts, and no others', () => {
    const table = guide.slice(guide.indexOf('## Parts'), guide.indexOf('## Examples'));
    const listed = found(found([table], /^\| (`.*) \|$/gm), /`([\w-]+)`/g);
    const given = [
      ...found(sources, /\bpart="([\w -]+)"/g),
      ...found(sources, /\bpart=\{`([^`]+)`\}/g),
      ...found(sources, /setAttribute\('part', '([\w -]+)'\)/g),
      ...found(sources, /\bpart: '([\w -]+)'/g),
      ...found(sources, /\bpart: `([^`]+)`/g),
      // The prompt bubble creates its buttons with a function.
      ...found(sources, /\bbutton\('[\w-]+', '([\w-]+)',/g),
    ];
    expect(given.length).toBeGreaterThan(20);
    expect(sorted(listed)).toEqual(sorted(given.flatMap(names => names.split(' ')).flatMap(filled)));
  });

  it('the guide lists all variables that are read, and no others', () => {
    const table = guide.slice(guide.indexOf('## Variables'), guide.indexOf('### What is computed'));
    const listed = found([table], /^\| `(--natter-[\w-]+)`/gm);
    const code = [...sources.map(text => text.replace(/\/\*[\s\S]*?\*\//g, '')), brandRules([[0.1, 0.2, 0.3]])];
    expect(sorted(listed)).toEqual(sorted(found(code, /var\((--natter-[a-z-]*[a-z])\b/g)));
  });
});
