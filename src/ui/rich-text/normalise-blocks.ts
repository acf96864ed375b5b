/** Normalises parsed nodes: wraps loose text in paragraphs or items, and removes links inside links. */

import { readable, targetHref } from '../links/autolink.ts';
import { realAddress } from '../links/disguised-links.ts';
import { type Element, type Node, textOf } from './tree.ts';

const is = (kid: Node | undefined, tags: RegExp): kid is Element => typeof kid === 'object' && tags.test(kid.tag);

/** Merges neighbouring texts, and removes empty ones. */
export function joined(kids: readonly Node[]): Node[] {
  const row: Node[] = [];
  let words = '';
  for (const kid of [...kids, null]) {
    if (typeof kid === 'string') words += kid;
    else {
      if (words) row.push(words);
      words = '';
      if (kid) row.push(kid);
    }
  }
  return row;
}

/** Removes spaces and line breaks at both ends. */
function trimmed(kids: Node[]): Node[] {
  const blank = (kid: Node | undefined) => is(kid, /^br$/) || (typeof kid === 'string' && !kid.trim());
  let [from, to] = [0, kids.length];
  while (from < to && blank(kids[from])) from += 1;
  while (from < to && blank(kids[to - 1])) to -= 1;
  return kids.slice(from, to).map((kid, place, all) => {
    if (typeof kid !== 'string') return kid;
    const start = place ? kid : kid.replace(/^ +/, '');
    return place < all.length - 1 ? start : start.trimEnd();
  });
}

/** Wraps runs of text in paragraphs. Keeps paragraphs and lists that were written as tags. */
export function asBlocks(kids: readonly Node[], inList = false): Element[] {
  const blocks: Element[] = [];
  let run: Node[] = [];
  for (const kid of [...kids, null]) {
    if (kid !== null && !is(kid, /^(?:p|[uo]l|li)$/)) run.push(kid);
    else {
      run = trimmed(run);
      if (run.length) blocks.push({ tag: 'p', kids: run });
      run = [];
      if (kid) blocks.push(kid.tag === 'li' && !inList ? { tag: 'ul', kids: [kid] } : kid);
    }
  }
  return blocks;
}

/** Returns the items of a list. Wraps any other content in an item. */
export const asItems = (kids: readonly Node[]): Element[] =>
  asBlocks(kids, true).map(kid => (kid.tag === 'li' ? kid : { tag: 'li', kids: [kid] }));

/** Replaces links by their words, because a link may not contain another. */
const unlinked = (kids: readonly Node[]): Node[] =>
  joined(
    kids.flatMap((kid): readonly Node[] => {
      if (typeof kid === 'string') return [kid];
      const inner = unlinked(kid.kids);
      return kid.tag === 'a' ? inner : [{ ...kid, kids: inner }];
    }),
  );

/**
 * Returns a link. If its target may not be linked, returns the words followed by the target. If the words are a different address, adds the
 * target's site after them. `growing`: returns only the words, because more of them may follow.
 */
export function linked(kids: readonly Node[], target = '', growing = false): readonly Node[] {
  if (growing) return kids;
  const words = textOf(kids);
  const href = targetHref(target);
  if (!href) {
    const address = readable(target);
    // Does not repeat an address that the words contain, such as `0800 FLOWERS` for tel:0800FLOWERS.
    const said = words.replace(/\s/g, '').includes(address.replace(/^\w+:/, ''));
    return said ? kids : [...kids, words ? ` (${address})` : address];
  }
  const place = kids.length ? realAddress(words, href) : '';
  const told = place && ` (${place})`;
  return [
    { tag: 'a', href, kids: kids.length ? joined([...unlinked(kids), words.endsWith(told) ? '' : told]) : [href] },
  ];
}
