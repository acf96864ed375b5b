/** The result of parsing: plain data with a closed set of tags. No other element can come from a stranger's text. */

import { isBlank } from '../../client/api/is-blank.ts';

/**
 * `h` is a heading of any rank; `pre` contains one text; `img` contains its words in place of a picture; `task` is the checkbox of an item,
 * `DONE` or not.
 */
export type Tag =
  | 'p'
  | 'h'
  | 'ul'
  | 'ol'
  | 'li'
  | 'task'
  | 'blockquote'
  | 'pre'
  | 'hr'
  | 'table'
  | 'tr'
  | 'td'
  | 'a'
  | 'img'
  | 'br'
  | 'strong'
  | 'em'
  | 'del'
  | 'code';

/** Box of a done item, as it is read aloud and copied. */
export const DONE = '☑ ';
export const TO_DO = '☐ ';

export type Node = string | Element;

export interface Element {
  readonly tag: Tag;
  readonly kids: readonly Node[];
  /** Address of `a` and `img`; it has passed safe-url.ts. */
  readonly href?: string;
  /** Number of the first item of an `ol`. */
  readonly start?: number;
  /** Alignment of each column of a `table`. */
  readonly aligns?: readonly Align[];
}

export type Align = 'left' | 'center' | 'right' | undefined;

/** Returns true if there is something visible besides the marks themselves. */
export const isSaying = (kids: readonly Node[]): boolean =>
  kids.some(kid => (typeof kid === 'string' ? !isBlank(kid) : kid.tag === 'img' || isSaying(kid.kids)));

/** A tag, or an entity. */
const TAG = /<[^>]*>|&#?\w+;/g;

/** Returns the text to show if its tree is empty: the marks themselves, without tags. */
export const asWritten = (text: string): string => (isBlank(text.replace(TAG, '')) ? '' : text);

/** The words of a tree, without a space between its parts. */
export const textOf = (kids: readonly Node[]): string =>
  kids.map(kid => (typeof kid === 'string' ? kid : textOf(kid.kids))).join('');
