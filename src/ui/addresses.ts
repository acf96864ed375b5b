/** Addresses in words that stand as somebody wrote them. What may be followed is links.ts's; Markdown has rules of its own (rich-text/inline.ts). */

import { mailHref, safeHref, telHref } from './links.ts';

export interface Address {
  readonly href: string;
  /** As it was written. */
  readonly words: string;
}

/** One pair of brackets belongs to it, as in an encyclopaedia's; a sentence's full stop does not. */
const LETTER = String.raw`[^\s<>"'\x60[\]()]`;
const BRACKETS = String.raw`\(${LETTER}{0,200}\)`;
const LAST = String.raw`[^\s<>"'\x60[\]().,;:!?*_~…\p{Cf}]`;
const ADDRESS = new RegExp(
  String.raw`\b(?:https?:\/\/|mailto:|tel:)(?:${LETTER}|${BRACKETS}){0,2000}(?:${LAST}|${BRACKETS})`,
  'giu',
);

/** The text in pieces, nothing added and nothing left out. */
export function withAddresses(text: string): readonly (string | Address)[] {
  const pieces: (string | Address)[] = [];
  let end = 0;
  for (const { 0: words, index } of text.matchAll(ADDRESS)) {
    const href = addressHref(words);
    if (!href) continue;
    pieces.push(text.slice(end, index), { href, words });
    end = index + words.length;
  }
  return [...pieces, text.slice(end)];
}

/** What is not seen, or was taken out: a browser would leave some of it out of an address, too, and go to another than was written. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{NChar}]|^\w+:\/*[^/]*[\u200c\u200d]/u;

/** Where an address that stands in a text leads: what may be followed, to what can be read of it; null otherwise. */
export function addressHref(text: string): string | null {
  const href = UNSEEN.test(text.trim()) ? null : safeHref(text);
  if (!href || /^h/.test(href)) return href;
  try {
    const { protocol, pathname, search } = new URL(href);
    const to = decodeURIComponent(pathname);
    return protocol === 'tel:' ? telHref(to) : withFields(mailHref(to), search);
  } catch {
    return null;
  }
}

/** A subject and a text are seen before a letter is sent; copies, enclosures and what an end of line brings in may not be. */
function withFields(href: string | null, search: string): string | null {
  const fields = search
    .slice(1)
    .split('&')
    .filter(each => /^(?:body=|subject=(?!.*%0[ad]))/i.test(each));
  return href && href + (fields.length ? `?${fields.join('&')}` : '');
}
