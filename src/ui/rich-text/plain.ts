/** A text as it is read aloud, or copied into a place that knows no marks. */

import { parse } from './blocks.ts';
import type { Node } from './tree.ts';

/** The words without their marks: links and pictures by theirs, a block, an item and a row on a line each, cells with commas. */
export const plainText = (text: string): string => linesOf(parse(text));

const BLOCK = /^(?:p|h|[uo]l|li|blockquote|pre|hr|table|tr)$/;

function linesOf(kids: readonly Node[], between = '\n'): string {
  let line = '';
  const lines: string[] = [];
  const endLine = () => {
    if (line.trim()) lines.push(line.trim());
    line = '';
  };
  for (const kid of kids) {
    const words = wordsOf(kid);
    if (typeof kid === 'string' || !BLOCK.test(kid.tag)) line += words;
    else {
      endLine();
      if (words) lines.push(words);
    }
  }
  endLine();
  return lines.join(between);
}

function wordsOf(node: Node): string {
  if (typeof node === 'string') return node;
  const { tag, kids } = node;
  if (tag === 'br') return '\n';
  if (tag === 'tr')
    return kids
      .map(wordsOf)
      .join(', ')
      .replace(/(?:, )+$/, '');
  if (tag === 'pre' || !kids.some(kid => typeof kid === 'object')) return kids.join('');
  return BLOCK.test(tag) || tag === 'td' ? linesOf(kids) : kids.map(wordsOf).join('');
}
