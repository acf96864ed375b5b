/**
 * The reading position: a row and its distance from the top of the view. It is kept whatever changes its height above or below. A view that
 * shows its last line follows new text instead. The reader's own scrolling always wins, and sets a new position.
 */

import { watchReaderInput } from './reader-input.ts';

/** With fractional zoom the end may be a pixel or two away. */
const END_PX = 4;

/** Pixels between the top of the view and a row that is shown there. */
const ABOVE_PX = 8;

export interface ReadingPosition {
  /** Shows a row at the top of the view, as far as the end of the transcript allows. */
  show(row: HTMLElement): void;
  /** Shows the visitor's own message at the top, with room below it for the answer. */
  showSent(row: HTMLElement): void;
  toEnd(): void;
  stop(): void;
}

/**
 * `view` scrolls `content` and, below it, `reserve`, whose height an answer may fill. `tell` is called with true while the last line is in
 * sight.
 */
export function createReadingPosition(
  view: HTMLElement,
  content: HTMLElement,
  reserve: HTMLElement,
  tell: (isAtEnd: boolean) => void,
): ReadingPosition {
  let follows = true;
  /** The row of the position, and its distance from the top of the view. */
  let held: HTMLElement | null = null;
  let distance = 0;
  /** True if the reader has chosen the position by scrolling. */
  let isReaders = false;
  let sent: HTMLElement | null = null;
  /** Measurements of the view at the last look. */
  let top = 0;
  let range = 0;
  let size = '';
  let viewTop = 0;
  let wasEndSeen = true;
  const hands = watchReaderInput(view, settle);

  const { topOf, bottom, rangeOf, sizeOf, isEndSeen, hasShrunk, firstInView } = measure(view, content);

  function note(): void {
    top = view.scrollTop;
    range = rangeOf();
    size = sizeOf();
    wasEndSeen = isEndSeen();
    tell(wasEndSeen);
  }

  /** Reserves the height that is missing for the visitor's message to stand at the top. */
  function makeRoom(): void {
    const above = held === sent ? distance : ABOVE_PX;
    const room = sent?.isConnected ? view.clientHeight - above - (bottom() - topOf(sent)) : 0;
    reserve.style.height = room > 0 ? `${room}px` : '';
  }

  /** Adjusts for a line that comes or goes above the view: it moves the view's top, but not the text that is being read. */
  function followTop(): void {
    const now = (view.parentElement as HTMLElement).offsetTop;
    distance -= now - viewTop;
    viewTop = now;
  }

  function settle(): void {
    if (!view.clientHeight) return;
    followTop();
    makeRoom();
    // In a view of another size the last line stays visible.
    if (wasEndSeen && held !== sent && sizeOf() !== size) toFollow();
    // While the reader scrolls, only their own row is kept: setting another position would stop a scroll that begins.
    if (isReaders || !hands.areBusy()) {
      let to = held?.isConnected ? topOf(held) - distance : view.scrollTop;
      if (follows) to = Math.max(to, bottom() - view.clientHeight);
      if (Math.abs(to - view.scrollTop) > 1) view.scrollTop = to;
    }
    note();
  }

  function onScroll(): void {
    if (!view.clientHeight || Math.abs(view.scrollTop - top) < 1) return;
    // The browser has moved the text, because it became shorter or the view changed its size.
    if ((hasShrunk(top, range, held !== null) || sizeOf() !== size) && !hands.areBusy()) settle();
    else take();
  }

  /** Makes the present position the reader's. */
  function take(): void {
    hands.busy();
    follows = isEndSeen();
    held = follows ? null : firstInView();
    isReaders = held !== null;
    distance = held ? topOf(held) - view.scrollTop : 0;
    note();
  }

  function toFollow(): void {
    follows = true;
    isReaders = false;
    held = null;
  }

  function hold(row: HTMLElement, above: number): void {
    follows = isReaders = false;
    held = row;
    distance = above;
    viewTop = (view.parentElement as HTMLElement).offsetTop;
    // The end that was in sight before belongs to a position that is given up.
    wasEndSeen = false;
    hands.rest();
  }

  const gone = new AbortController();
  view.addEventListener('scroll', onScroll, { passive: true, signal: gone.signal });
  // Streaming text, late pictures and the keyboard change heights without any rendering of the list.
  const observer = globalThis.ResizeObserver && new ResizeObserver(settle);
  for (const each of [view, content]) observer?.observe(each);

  return {
    show: row => hold(row, ABOVE_PX),
    showSent(row) {
      sent = row;
      // Shows the end of a long message, or its answer would be out of sight.
      hold(row, Math.min(ABOVE_PX, view.clientHeight / 2 - row.offsetHeight));
    },
    toEnd() {
      hands.rest();
      toFollow();
      view.scrollTop = view.scrollHeight;
      note();
    },
    stop() {
      gone.abort();
      observer?.disconnect();
      hands.stop();
    },
  };
}

/** Measures positions and sizes at each call, in the panel's own pixels. */
function measure(view: HTMLElement, content: HTMLElement) {
  /** Adds up offsets instead of using rectangles, which are in the page's pixels if the panel is enlarged. */
  function topOf(row: HTMLElement): number {
    const parent = row.offsetParent as HTMLElement | null;
    return row.offsetTop + (parent && parent !== content ? topOf(parent) : 0);
  }
  const bottom = () => content.offsetTop + content.offsetHeight;
  const rangeOf = () => view.scrollHeight - view.clientHeight;
  const isEndSeen = () => bottom() - view.scrollTop - view.clientHeight <= END_PX;
  return {
    topOf,
    bottom,
    rangeOf,
    sizeOf: () => `${view.clientWidth} ${view.clientHeight}`,
    isEndSeen,
    /**
     * Returns true if the browser has moved the text because it is shorter than before, or was so between two frames. In the second case a
     * view that keeps a row has moved up, with the end still in sight.
     */
    hasShrunk(top: number, range: number, isHeld: boolean): boolean {
      const now = rangeOf();
      return (now < range && view.scrollTop >= now - 1) || (isHeld && view.scrollTop < top && isEndSeen());
    },
    /** Returns the first row of which a part is below the top of the view. */
    firstInView(): HTMLElement | null {
      const isSeen = (row: HTMLElement) => topOf(row) + row.offsetHeight > view.scrollTop;
      const group = firstOf(content.querySelectorAll<HTMLElement>('.rows'), isSeen);
      return group && firstOf(group.children as HTMLCollectionOf<HTMLElement>, isSeen);
    },
  };
}

/** Returns the first row that passes the test, by bisection: all rows behind it pass, too. */
function firstOf(rows: ArrayLike<HTMLElement>, isSo: (row: HTMLElement) => boolean): HTMLElement | null {
  let from = 0;
  for (let to = rows.length; from < to; ) {
    const middle = (from + to) >> 1;
    if (isSo(rows[middle] as HTMLElement)) to = middle;
    else from = middle + 1;
  }
  return rows[from] ?? null;
}
