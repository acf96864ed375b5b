/** Parses tables: rows of cells, separated by bars. */

import { inline } from './parse-inline.ts';
import type { Align, Element } from './tree.ts';

/** A table with more columns is treated as text, because every row is filled up with cells. */
export const MAX_COLUMNS = 64;
/** Matches the trimmed line below a table's head. The pattern has no two neighbouring runs of spaces, which would take quadratic time. */
const BELOW_HEAD = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/** Matches code in backticks, or its beginning while it is being written. */
const CODE = /(`+)(?!`).*?(?:\1(?!`)|$)/g;

function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .split(/(?<!\\)\|/);
  if (!cells.at(-1)?.trim()) cells.pop();
  return cells.map(cell => cell.replaceAll('\\|', '|').trim());
}

/** Returns the columns if `line` is the delimiter row for the table head `head`; otherwise null. */
export function columnsOf(head: string, line: string): Align[] | null {
  if (!head.includes('|') || !BELOW_HEAD.test(line.trim())) return null;
  const columns = cellsOf(line);
  const count = cellsOf(head).length;
  // Accepts different numbers of columns if both lines begin with a bar, because agents sometimes miscount.
  if (columns.length !== count && (head[0] !== '|' || line[0] !== '|')) return null;
  while (columns.length < count) columns.push('');
  if (columns.length > MAX_COLUMNS) return null;
  return columns.map(cell => {
    const left = cell.startsWith(':');
    return cell.endsWith(':') ? (left ? 'center' : 'right') : left ? 'left' : undefined;
  });
}

/** Returns a row of at least `count` cells. `growing`: its last cell is still being written. */
export function rowOf(line: string, count = 0, growing = false): Element {
  let cells = cellsOf(line);
  // If there are too many cells, bars inside code do not separate cells.
  if (count && cells.length > count) cells = cellsOf(line.replace(CODE, code => code.replace(/\\?\|/g, '\\|')));
  const last = cells.length - 1;
  while (cells.length < count) cells.push('');
  return {
    tag: 'tr',
    kids: cells.map((cell, place) => ({ tag: 'td', kids: inline(cell, growing && place === last) })),
  };
}
