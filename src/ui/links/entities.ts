/** Decodes entities such as `&amp;`, and characters after a backslash. */

import { unspoofed } from '../i18n/translate.ts';

/** Characters by their entity names. Entities with other names stay as written. */
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/** Matches characters that are never shown: control characters and direction marks. */
const UNSAFE = /(?:(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufdd0])+/gu;

/**
 * Takes the place of removed characters while a text is parsed; otherwise the texts on both sides could join into one address. It is a
 * noncharacter, which no valid text contains.
 */
export const HOLE = '\ufdd0';

export const holed = (text: string): string => text.replace(UNSAFE, HOLE);

export const closed = (text: string): string => text.replaceAll(HOLE, '');

/** Returns the character for the entity `&name;`. */
export function entity(name: string): string {
  if (name[0] !== '#') return NAMED.get(name) ?? `&${name};`;
  const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
  return code > 0x10ffff || code === 0 || (code >= 0xd800 && code < 0xe000)
    ? '\ufffd'
    : holed(String.fromCodePoint(code));
}

/** Decodes the entities of a text. Keeps placeholders. */
export const unescaped = (text: string): string =>
  text.replace(/&(#x?[\da-f]{1,7}|[a-z]\w{1,7});/gi, (_, name: string) => entity(name));

/** Returns the title of a card, a button or a suggestion as it is shown. Titles are not Markdown, but may contain entities. */
export const titleOf = (text: string): string => unspoofed(closed(unescaped(text)));

/** Decodes an address, or code between tags; keeps placeholders. */
export const decoded = (text: string): string =>
  text.replace(
    /\\([!-/:-@[-`{-~])|&(#x?[\da-f]{1,7}|[a-z]\w{1,7});/gi,
    (_, escaped: string, name: string) => escaped ?? entity(name),
  );
