/** Makes a tree from a list of texts and marks: matches openers and closers as CommonMark does. parse-inline.ts finds the marks. */

import { asBlocks, asItems, joined, linked } from './normalise-blocks.ts';
import type { Node, Tag } from './tree.ts';

/** A delimiter: a tag, or a run of one character. It is shown if it neither opens nor closes an element. */
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
  /** Its index in the row that is being built. */
  at: number;
}

export type Item = Node | Mark;

/** Number of marks that may be open at once. Older ones become words, which limits the depth of the tree and the search for an opener. */
const MAX_OPEN = 24;

const isMark = (item: Item): item is Mark => typeof item === 'object' && 'size' in item;

/** Builds the tree. `growing`: later text will close the marks that are open at the end. */
export function nest(items: readonly Item[], growing = false): Node[] {
  const row: Item[] = [];
  const open: Mark[] = [];

  function wrap({ at, target }: Mark, tag: Tag, open = false): void {
    for (const kid of made(tag, words(row.splice(at + 1)), target, open)) row.push(kid);
  }

  /** Wraps the nodes between two runs in an element, which uses one or two characters of each. */
  function pair(opener: Mark, closer: Mark): void {
    const used = Math.min(2, opener.left, closer.left);
    opener.left -= used;
    closer.left -= used;
    wrap(opener, opener.char === '~' ? 'del' : used > 1 ? 'strong' : 'em');
  }

  /** Closes the latest open marks until `count` are left: runs become words, and tags end here. */
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
      // A run that opened inside a tag is closed inside it.
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
      // Without an end tag an item ends at the next item, and a paragraph at the next paragraph.
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

/** Returns true if two runs match. Sizes of runs that can both open and close must not add up to three: `**a*b**` is not `*` and `*a*b**`. */
function fits(opener: Mark, closer: Mark): boolean {
  if (opener.char !== closer.char) return false;
  const either = opener.closes || closer.opens;
  return !either || (opener.size + closer.size) % 3 !== 0 || (opener.size % 3 === 0 && closer.size % 3 === 0);
}

const words = (row: readonly Item[]): Node[] =>
  joined(row.map(item => (isMark(item) ? item.char.repeat(item.left) : item)));
