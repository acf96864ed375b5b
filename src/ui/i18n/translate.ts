/** Turns keys into words. panel-language.ts chooses the language. */

import type { Key } from './catalogue.ts';
import type { Text } from './text.ts';

/** Returns the words for `key` with its `{names}` filled in. `count` also chooses the plural form. Numbers are formatted for the language. */
export type T = (key: Key, params?: Readonly<Record<string, string | number>>) => string;

export type Words = { readonly [K in Key]?: Text };

/** Removes direction marks: a name must not be able to reorder the words around it. */
export const unspoofed = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** A site's own names for its team and its assistant, in the panel's language. The empty string means the built-in ones. */
export interface Nouns {
  readonly assistant: string;
  readonly team: string;
}

/** Returns the function from keys to words. `locale` is one that Intl accepts. */
export function createTranslate(words: Words, locale: string, nouns?: Nouns): T {
  // Created on first use, because a panel that opens has no numbers to format.
  let numbers: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  const formOf = (count: number): Intl.LDMLPluralRule => {
    plurals ??= new Intl.PluralRules(locale);
    return plurals.select(count);
  };
  const written = (value: number): string => {
    numbers ??= new Intl.NumberFormat(locale);
    return numbers.format(value);
  };
  /** Returns the site's noun for `team`; for `Team` with a capital. */
  const nounFor = (name: string): string => {
    const noun = nouns?.[name.toLowerCase() as keyof Nouns] ?? '';
    return /^[A-Z]/.test(name) ? noun.charAt(0).toLocaleUpperCase(locale) + noun.slice(1) : noun;
  };
  return (key, params = {}) => {
    // Returns the empty string until the catalogue has loaded. No element that needs these words is rendered before.
    const text = words[key] ?? '';
    const form = typeof text === 'string' ? text : (text[formOf(params.count as number)] ?? text.other);
    return form.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, own?: string) => {
      if (own !== undefined) return nounFor(name) || own;
      const value = (Object.hasOwn(params, name) ? params[name] : '') ?? '';
      return typeof value === 'number' ? written(value) : unspoofed(value);
    });
  };
}
