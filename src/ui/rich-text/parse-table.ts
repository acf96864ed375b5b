/** Tables, written as rows of cells with bars between them. */

import { inline } from './parse-inline.ts';
import type { Align, Element } from './tree.ts';

/** More columns than this, and it is no table: rows are filled up to their number. */
export const MAX_COLUMNS = 64;
/** Matches a trimmed line: two runs of spaces side by side would make a long one cost its square. */
const BELOW_HEAD = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/** While it is written, without its end. */
const CODE = /(`+)(?!`).*?(?:\1(?!`)|$)/g;

function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .split(/(?<!\\)\|/);
  if (!cells.at(-1)?.trim()) cells.pop();
  return cells.map(cell => cell.replaceAll('\\|', '|').trim());
}

/** The columns, when `line` is the one below the head `head`; otherwise null. */
export function columnsOf(head: string, line: string): Align[] | null {
  if (!head.includes('|') || !BELOW_HEAD.test(line.trim())) return null;
  const columns = cellsOf(line);
  const count = cellsOf(head).length;
  // With bars at the edges the line must be a table, and agents miscount.
  if (columns.length !== count && (head[0] !== '|' || line[0] !== '|')) return null;
  while (columns.length < count) columns.push('');
  if (columns.length > MAX_COLUMNS) return null;
  return columns.map(cell => {
    const left = cell.startsWith(':');
    return cell.endsWith(':') ? (left ? 'center' : 'right') : left ? 'left' : undefined;
  });
}

/** A row of at least so many cells. `growing`: its last cell is still being written. */
export function rowOf(line: string, count = 0, growing = false): Element {
  let cells = cellsOf(line);
  // Bars that are too many for it are those of code: `a | b`.
  if (count && cells.length > count) cells = cellsOf(line.replace(CODE, code => code.replace(/\\?\|/g, '\\|')));
  const last = cells.length - 1;
  while (cells.length < count) cells.push('');
  return {
    tag: 'tr',
    kids: cells.map((cell, place) => ({ tag: 'td', kids: inline(cell, growing && place === last) })),
  };
}
