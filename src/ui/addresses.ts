/** Addresses in words that stand as somebody wrote them. What may be followed is links.ts's; Markdown has rules of its own (rich-text/inline.ts). */

import { safeHref } from './links.ts';
import { unspoofed } from './words.ts';

export interface Address {
  readonly href: string;
  /** As it was written. */
  readonly words: string;
}

/** One pair of brackets belongs to it, as in an encyclopaedia's; a sentence's full stop does not. */
const LETTER = String.raw`[^\s<>"'\x60[\]()]`;
const BRACKETS = String.raw`\(${LETTER}{0,200}\)`;
const LAST = String.raw`[^\s<>"'\x60[\]().,;:!?*_~…]`;
const ADDRESS = new RegExp(
  String.raw`\b(?:https?:\/\/|mailto:|tel:)(?:${LETTER}|${BRACKETS}){0,2000}(?:${LAST}|${BRACKETS})`,
  'giu',
);

/** The text in pieces, nothing added and nothing left out. */
export function withAddresses(text: string): readonly (string | Address)[] {
  const pieces: (string | Address)[] = [];
  let end = 0;
  for (const { 0: words, index } of text.matchAll(ADDRESS)) {
    // One that turns the direction reads as another than it is.
    const href = unspoofed(words) === words ? safeHref(words) : null;
    if (!href) continue;
    pieces.push(text.slice(end, index), { href, words });
    end = index + words.length;
  }
  return [...pieces, text.slice(end)];
}
