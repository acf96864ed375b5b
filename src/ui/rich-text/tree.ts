/** The result of parsing: plain data with a fixed set of tags. A stranger's text can therefore create no other elements. */

import { isBlank } from '../../client/api/is-blank.ts';

/**
 * `h` is a heading of any level. `pre` contains one text. `img` contains its alternative text. `task` is the checkbox of an item and contains `DONE`
 * or `TO_DO`.
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

/** The checkbox of a completed item, as it is read aloud and copied. */
export const DONE = '☑ ';
export const TO_DO = '☐ ';

export type Node = string | Element;

export interface Element {
  readonly tag: Tag;
  readonly kids: readonly Node[];
  /** Address of `a` and `img`; it has passed safe-url.ts. */
  readonly href?: string;
  /** Language of a `pre`, as written by the author. */
  readonly lang?: string;
  /** Number of the first item of an `ol`. */
  readonly start?: number;
  /** Alignment of each column of a `table`. */
  readonly aligns?: readonly Align[];
}

export type Align = 'left' | 'center' | 'right' | undefined;

/** Returns true if the nodes contain visible text or a picture. */
export const isSaying = (kids: readonly Node[]): boolean =>
  kids.some(kid => (typeof kid === 'string' ? !isBlank(kid) : kid.tag === 'img' || isSaying(kid.kids)));

/** Matches a tag or an entity. */
const TAG = /<[^>]*>|&#?\w+;/g;

/** Returns the text to show if the tree is empty: the text as written, or nothing if it consists only of tags and entities. */
export const asWritten = (text: string): string => (isBlank(text.replace(TAG, '')) ? '' : text);

/** Returns the words of a tree, with nothing between its parts. */
export const textOf = (kids: readonly Node[]): string =>
  kids.map(kid => (typeof kid === 'string' ? kid : textOf(kid.kids))).join('');
