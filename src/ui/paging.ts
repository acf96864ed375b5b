/**
 * The rows of a transcript in pages that change as a whole or not at all: in a long conversation all but the last stay as they are. Of a
 * history that comes at once, the end is drawn first (Ahead.tsx has the rest drawn). Pure.
 */

import type { Row } from './rows.ts';

export interface PageOfRows {
  readonly rows: readonly Row[];
  /** Drawn and laid out whether or not it is near: at the end, where things happen, and where what is new begins, which is jumped to. */
  readonly busy: boolean;
  /** It is in sight from the first picture on, before anybody can tell what is near. */
  readonly atOnce?: boolean;
  /** It has no rows yet. For the first of some in a row, how many they are; 0 for the others. */
  readonly ahead?: number;
}

/** Rows on a page but the last one, which takes what is left. Fewer would be drawn sooner, but what watches over pages costs for each. */
const PAGE_ROWS = 12;
/** Rows at the end that are drawn before anything is known of where they stand: what fits into a usual panel, and half of that again. */
const END_ROWS = 12;
/** The least that a row takes: one line in the middle of a group. */
const LEAST_PX = 44;
/** Pages from where what is new begins: what fits into the highest panel below that line. */
const NEW_PAGES = 3;
/** About what a row takes, for as long as nobody has laid it out. */
export const ROW_PX = 60;

/** What `pages` of them take, for as long as nobody has laid them out. */
export const heightOf = (pages: number): string => `${pages * PAGE_ROWS * ROW_PX}px`;

/**
 * A row, and a page, that is as `before` is the same object as before, so that nothing in it needs to be looked at again. Besides those at
 * the end that fill a view of `viewPx`, which is asked for only where there are more, the last `due` pages have their rows.
 */
export function paginate(
  rows: readonly Row[],
  before: readonly PageOfRows[],
  due: number,
  viewPx: () => number,
): readonly PageOfRows[] {
  const count = Math.ceil(rows.length / PAGE_ROWS);
  const pages: PageOfRows[] = [];
  const line = rows.findIndex(row => row.isNew);
  const newFrom = line < 0 ? Infinity : Math.floor(line / PAGE_ROWS);
  let seen = 0;
  const isSeen = (place: number): boolean => {
    const behind = rows.length - (place + 1) * PAGE_ROWS;
    if (behind < END_ROWS) return true;
    seen ||= Math.ceil(viewPx() / LEAST_PX);
    return behind < seen;
  };
  /** Where those that wait, up to here, begin. */
  let begin = 0;
  for (let place = 0; place < count; place++) {
    const old = before[place];
    const isNews = place >= newFrom && place < newFrom + NEW_PAGES;
    const isDue = place >= count - due || isNews || Boolean(old?.rows.length);
    if (isDue || isSeen(place)) {
      const page = pageAt(place, rows, old, isNews);
      pages.push(isDue ? page : { ...page, atOnce: true });
      begin = place + 1;
    } else {
      pages.push(WAITING);
      pages[begin] = { ...WAITING, ahead: place - begin + 1 };
    }
  }
  return pages;
}

const WAITING: PageOfRows = { rows: [], busy: false, ahead: 0 };

function pageAt(place: number, rows: readonly Row[], old: PageOfRows | undefined, isNews: boolean): PageOfRows {
  const from = place * PAGE_ROWS;
  const now = rows.slice(from, from + PAGE_ROWS).map((row, at) => rowAsBefore(row, old?.rows[at]));
  const busy = isNews || rows.length - from - PAGE_ROWS < END_ROWS;
  const isSame = old?.busy === busy && old.rows.length === now.length && now.every((row, at) => row === old.rows[at]);
  return isSame ? old : { rows: now, busy };
}

function rowAsBefore(row: Row, old: Row | undefined): Row {
  if (!old) return row;
  for (const key in row) if (row[key as keyof Row] !== old[key as keyof Row]) return row;
  return old;
}
