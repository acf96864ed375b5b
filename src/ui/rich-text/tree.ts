/** What a text is parsed to: plain data, of a closed set of tags. Nothing else can come out of a stranger's text. */

import { isBlank } from '../../client/api/is-blank.ts';

/** `h` is a heading, whatever its rank; `pre` holds one text, `img` its words in place of a picture, `task` the box of an item, `DONE` or not. */
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

/** As which the boxes of items are read aloud and copied. */
export const DONE = '☑ ';
export const TO_DO = '☐ ';

export type Node = string | Element;

export interface Element {
  readonly tag: Tag;
  readonly kids: readonly Node[];
  /** Of `a` and `img`: it has passed links.ts. */
  readonly href?: string;
  /** Of `ol`: the number of its first item. */
  readonly start?: number;
  /** Of `table`: one for each column. */
  readonly aligns?: readonly Align[];
}

export type Align = 'left' | 'center' | 'right' | undefined;

/** There is something to see but for the marks themselves. */
export const isSaying = (kids: readonly Node[]): boolean =>
  kids.some(kid => (typeof kid === 'string' ? !isBlank(kid) : kid.tag === 'img' || isSaying(kid.kids)));

/** A tag, or a letter that is written as its name. */
const TAG = /<[^>]*>|&#?\w+;/g;

/** What stands for a text whose tree says nothing: the marks themselves; nothing where they are tags. */
export const asWritten = (text: string): string => (isBlank(text.replace(TAG, '')) ? '' : text);

/** The words of a tree, without a space between its parts. */
export const textOf = (kids: readonly Node[]): string =>
  kids.map(kid => (typeof kid === 'string' ? kid : textOf(kid.kids))).join('');
