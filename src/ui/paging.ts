/**
 * The rows of a transcript in pages that change as a whole or not at all: in a long conversation all but the last stay as they are. Of a
 * history that comes at once, the end is drawn first (Ahead.tsx has the rest drawn). Pure.
 */

import type { Row } from './rows.ts';

export interface PageOfRows {
  readonly rows: readonly Row[];
  /** It is near the end of the transcript, where things happen. */
  readonly last: boolean;
  /** It has no rows yet. For the first of some in a row, how many they are; 0 for the others. */
  readonly ahead?: number;
}

/** Rows on a page but the last one, which takes what is left. Fewer would be drawn sooner, but what watches over pages costs for each. */
const PAGE_ROWS = 12;
/** Rows at the end that are drawn before anything is known of where they stand: what fits into a usual panel, and half of that again. */
const END_ROWS = 12;
/** Pages at the end that are there from the start: those rows, and what is within half a screen of them. */
const END_PAGES = 4;
/** About what a row takes, for as long as nobody has laid it out. */
export const ROW_PX = 60;

/** What `pages` of them take, for as long as nobody has laid them out. */
export const heightOf = (pages: number): string => `${pages * PAGE_ROWS * ROW_PX}px`;

/**
 * A row, and a page, that is as `before` is the same object as before, so that nothing in it needs to be looked at again. `all`: not only
 * those at the end.
 */
export function paginate(rows: readonly Row[], before: readonly PageOfRows[], all: boolean): readonly PageOfRows[] {
  const count = Math.ceil(rows.length / PAGE_ROWS);
  const pages: PageOfRows[] = [];
  /** Where those that wait, up to here, begin. */
  let begin = 0;
  for (let place = 0; place < count; place++) {
    const old = before[place];
    if (all || place >= count - END_PAGES || old?.rows.length) {
      pages.push(pageAt(place, rows, old));
      begin = place + 1;
    } else {
      pages.push(WAITING);
      pages[begin] = { ...WAITING, ahead: place - begin + 1 };
    }
  }
  return pages;
}

const WAITING: PageOfRows = { rows: [], last: false, ahead: 0 };

function pageAt(place: number, rows: readonly Row[], old: PageOfRows | undefined): PageOfRows {
  const from = place * PAGE_ROWS;
  const now = rows.slice(from, from + PAGE_ROWS).map((row, at) => rowAsBefore(row, old?.rows[at]));
  const last = rows.length - from - PAGE_ROWS < END_ROWS;
  const isOld =
    old && old.last === last && old.rows.length === now.length && now.every((row, at) => row === old.rows[at]);
  return isOld ? old : { rows: now, last };
}

function rowAsBefore(row: Row, old: Row | undefined): Row {
  if (!old) return row;
  for (const key in row) if (row[key as keyof Row] !== old[key as keyof Row]) return row;
  return old;
}
