/** Builds a tree from a list of texts and delimiters, by matching openers and closers as CommonMark does. parse-inline.ts finds the delimiters. */

import { asBlocks, asItems, joined, linked } from './normalise-blocks.ts';
import type { Node, Tag } from './tree.ts';

/** A delimiter: a tag, or a run of one character such as `**`. A run that neither opens nor closes an element is shown as text. */
export interface Mark {
  readonly tag?: Tag;
  /** Target of a link. */
  readonly target?: string;
  readonly char: string;
  readonly size: number;
  readonly opens: boolean;
  readonly closes: boolean;
  /** Number of the run's characters that are still plain text. */
  left: number;
  /** Index of the delimiter in the row that is being built. */
  at: number;
}

export type Item = Node | Mark;

/** Largest number of open delimiters. Older ones become text. This limits the depth of the tree and the search for an opener. */
const MAX_OPEN = 24;

const isMark = (item: Item): item is Mark => typeof item === 'object' && 'size' in item;

/** Builds the tree. `growing`: delimiters that are open at the end are treated as closed, because later text will close them. */
export function nest(items: readonly Item[], growing = false): Node[] {
  const row: Item[] = [];
  const open: Mark[] = [];

  function wrap({ at, target }: Mark, tag: Tag, open = false): void {
    for (const kid of made(tag, words(row.splice(at + 1)), target, open)) row.push(kid);
  }

  /** Wraps the nodes between two runs in an element. Uses up one or two characters of each run. */
  function pair(opener: Mark, closer: Mark): void {
    const used = Math.min(2, opener.left, closer.left);
    opener.left -= used;
    closer.left -= used;
    wrap(opener, opener.char === '~' ? 'del' : used > 1 ? 'strong' : 'em');
  }

  /** Closes the latest open delimiters until `count` are left. An open run becomes text; the element of an open tag ends here. */
  function cut(count: number, atEnd = false): void {
    for (let mark = open[open.length - 1]; mark && open.length > count; mark = open[open.length - 1]) {
      open.pop();
      if (mark.tag) wrap(mark, mark.tag, atEnd);
      else while (atEnd && mark.left && mark.at < row.length - 1) pair(mark, { ...mark });
    }
  }

  function closeTag(tag: Tag, within?: RegExp): void {
    for (let place = open.length - 1; place >= 0; place -= 1) {
      const opened = open[place]?.tag;
      if (opened === tag) cut(place);
      if (opened && (opened === tag || within?.test(opened))) return;
    }
  }

  function closeRun(closer: Mark): void {
    for (let place = open.length - 1; closer.left && place >= 0; place -= 1) {
      const opener = open[place];
      // A run inside a tag cannot match one outside that tag.
      if (!opener || opener.tag) return;
      if (!fits(opener, closer)) continue;
      cut(place + 1);
      while (opener.left && closer.left) pair(opener, closer);
      if (!opener.left) open.pop();
    }
  }

  for (const item of items) {
    if (!isMark(item)) row.push(item);
    else {
      const { tag, opens, closes } = item;
      // Ends an item without an end tag at the next item, and a paragraph at the next paragraph.
      if (tag && opens && /^(?:p|li)$/.test(tag)) closeTag(tag, /^[uo]l$/);
      if (tag && closes) closeTag(tag);
      else if (closes) closeRun(item);
      item.at = row.length;
      if (opens && item.left) {
        open.push(item);
        if (open.length > MAX_OPEN) open.shift();
      }
      row.push(item);
    }
  }
  cut(0, growing);
  return words(row);
}

function made(tag: Tag, kids: readonly Node[], target: string | undefined, open: boolean): readonly Node[] {
  if (tag === 'a' && kids.length) return linked(kids, target, open);
  if (tag === 'p') return asBlocks(kids);
  const own = tag === 'li' ? asBlocks(kids) : /^[uo]l$/.test(tag) ? asItems(kids) : kids;
  return own.length ? [{ tag, kids: own }] : [];
}

/**
 * Returns true if two runs match, by CommonMark's rule of three: if one of them can both open and close, their sizes must not add up to a multiple of
 * three, unless both are multiples of three. Thus in `**a*b**` the single `*` stays text.
 */
function fits(opener: Mark, closer: Mark): boolean {
  if (opener.char !== closer.char) return false;
  const either = opener.closes || closer.opens;
  return !either || (opener.size + closer.size) % 3 !== 0 || (opener.size % 3 === 0 && closer.size % 3 === 0);
}

const words = (row: readonly Item[]): Node[] =>
  joined(row.map(item => (isMark(item) ? item.char.repeat(item.left) : item)));
