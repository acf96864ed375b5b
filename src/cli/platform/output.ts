/**
 * Formats rows as a table, as CSV and as JSON lines. Makes texts of the platform harmless: a terminal or a spreadsheet must not take them for
 * commands.
 */

import { sanitize } from '../command/safe-text.ts';

export type Cell = string | number | boolean | null | undefined;

export interface Column<T> {
  readonly title: string;
  readonly value: (row: T) => Cell;
}

const GAP = '  ';

/**
 * Returns a function from rows to lines of a table. The header and the rows of the first call determine the widths; a longer cell in a later row
 * shifts the rest of its line.
 */
export function createTable<T>(columns: readonly Column<T>[], terminalWidth: number | undefined) {
  let widths: readonly number[] | undefined;
  const toLine = (cells: readonly string[]): string => {
    const line = cells.map((cell, index) => cell + ' '.repeat(Math.max(0, (widths?.[index] ?? 0) - lengthOf(cell))));
    return cut(line.join(GAP).trimEnd(), terminalWidth);
  };
  return (rows: readonly T[]): readonly string[] => {
    const lines = rows.map(row => columns.map(({ value }) => textOf(value(row))));
    if (widths) return lines.map(toLine);
    const titles = columns.map(({ title }) => title.toUpperCase());
    widths = titles.map((title, index) => Math.max(...[title, ...lines.map(each => each[index] ?? '')].map(lengthOf)));
    return [titles, ...lines].map(toLine);
  };
}

const textOf = (value: Cell): string => sanitize(String(value ?? ''));

const lengthOf = (text: string): number => [...text].length;

function cut(line: string, width: number | undefined): string {
  return width === undefined || lengthOf(line) <= width ? line : `${[...line].slice(0, width - 1).join('')}…`;
}

/** Returns one CSV record of RFC 4180, without its line feed. */
export const toCsv = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r`;

/** Returns a CSV cell. An apostrophe before `=`, `+`, `-` and `@` keeps a spreadsheet from running it as a formula. */
function csvCell(value: Cell): string {
  const text = textOf(value).replace(/^(?=[=+\-@])/, "'");
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns JSON in one line, with control characters escaped. */
export const toJsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
