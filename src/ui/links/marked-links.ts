/** Finds the links at the end of a reply that are written as footnotes: `[1]: https://…`. reply-parts/sources.ts draws them. */

import { isBlank } from '../../client/api/is-blank.ts';

/** Matches a whole footnote with a link. */
const MARKED = /^ {0,3}\[\^?\d{1,2}\]:\s.*https?:\/\/\S/;
/** Matches the beginning of a footnote. */
const BEGUN = /^ {0,3}\[\^?(?:\d{1,2}(?:\]:?.*)?)?$/;

/** Returns the length of the text without the footnotes at its end. `growing`: the last footnote may be unfinished. */
export function lengthOfWords(text: string, growing = false): number {
  let end = text.length;
  for (let isLast = growing, from = end; from > 0; isLast = false) {
    from = text.lastIndexOf('\n', from - 1);
    const line = text.slice(from + 1, end).trimEnd();
    if (MARKED.test(line) || (isLast && BEGUN.test(line))) end = Math.max(0, from);
    else if (line) break;
  }
  // Treats footnotes as ordinary text if the reply contains nothing else.
  return isBlank(text.slice(0, end)) ? text.length : end;
}
