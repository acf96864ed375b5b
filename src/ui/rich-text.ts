/** Finds the links in a message's text. Data in, data out; RichText.tsx draws it. Markdown beyond links is not read here. */

import { safeHref } from './links.ts';

/** A run of text, and where it leads when it is a link. `at` is its place in the message. */
export interface Piece {
  readonly text: string;
  readonly at: number;
  readonly href?: string;
}

// Every repetition has a bound or cannot overlap its neighbour: a long hostile text takes linear time.
const LINK =
  /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|(?:https?:\/\/|www\.)[^\s<>"]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gi;

/** Punctuation that belongs to the sentence and not to the address it ends with. */
const TAIL = /[.,;:!?'"*_\]}]+$/;

/** `open`: more text is to come, so an address that touches the end may be half and is left as text. */
export function toPieces(text: string, open = false): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, label, target] = match;
    const shown = label ?? trimmed(whole);
    const href = safeHref(target ?? address(shown));
    const stop = match.index + (label === undefined ? shown.length : whole.length);
    if (href === null || (open && stop >= text.length)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), at: end });
    pieces.push({ text: shown, at: match.index, href });
    end = stop;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), at: end });
  return pieces;
}

/** The text as it is read aloud: links by their words. */
export function plainText(text: string): string {
  return toPieces(text)
    .map(piece => piece.text)
    .join('');
}

function trimmed(link: string): string {
  let shown = link.replace(TAIL, '');
  // A closing bracket belongs to the address only when the address opened it.
  while (shown.endsWith(')') && !shown.includes('(')) shown = shown.slice(0, -1).replace(TAIL, '');
  return shown;
}

function address(shown: string): string {
  if (/^www\./i.test(shown)) return `https://${shown}`;
  return /^https?:/i.test(shown) ? shown : `mailto:${shown}`;
}
