/**
 * Keeps the reading position when heights above or below it change. The position is a row and its distance from the top of the view. If the last
 * line is in view, the view follows new text instead. Scrolling by the reader always sets a new position.
 */

import { watchReaderInput } from './reader-input.ts';

/** Largest distance from the end, in pixels, that still counts as the end: at fractional zoom, positions are not whole pixels. */
const END_PX = 4;

/** Pixels between the top of the view and a row that is shown there. */
const ABOVE_PX = 8;

export interface ReadingPosition {
  /** Shows a row at the top of the view, as far as the end of the transcript allows. */
  show(row: HTMLElement): void;
  /** Shows the visitor's own message at the top of the view, with room below it for the answer. */
  showSent(row: HTMLElement): void;
  toEnd(): void;
  stop(): void;
}

/**
 * `view` is the scrolling element. It contains `content` and, below it, `reserve`: empty space for an answer. Calls `tell` with true if the last
 * line is in view, otherwise with false.
 */
export function createReadingPosition(
  view: HTMLElement,
  content: HTMLElement,
  reserve: HTMLElement,
  tell: (isAtEnd: boolean) => void,
): ReadingPosition {
  let follows = true;
  /** The row that is held in place, and its distance from the top of the view. */
  let held: HTMLElement | null = null;
  let distance = 0;
  /** True if the reader has chosen the position by scrolling. */
  let isReaders = false;
  let sent: HTMLElement | null = null;
  /** Measurements of the view at the last call of `note`. */
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

  /** Makes `reserve` high enough that the visitor's message can be scrolled to the top of the view. */
  function makeRoom(): void {
    const above = held === sent ? distance : ABOVE_PX;
    const room = sent?.isConnected ? view.clientHeight - above - (bottom() - topOf(sent)) : 0;
    reserve.style.height = room > 0 ? `${room}px` : '';
  }

  /** Keeps the text still on the screen if the view's top moves, because a banner above it appears or disappears. */
  function followTop(): void {
    const now = (view.parentElement as HTMLElement).offsetTop;
    distance -= now - viewTop;
    viewTop = now;
  }

  function settle(): void {
    if (!view.clientHeight) return;
    followTop();
    makeRoom();
    // Keeps the last line in view if the view's size has changed.
    if (wasEndSeen && held !== sent && sizeOf() !== size) toFollow();
    // While the reader scrolls, restores only a position that the reader has set. Restoring any other would stop the scroll.
    if (isReaders || !hands.areBusy()) {
      let to = held?.isConnected ? topOf(held) - distance : view.scrollTop;
      if (follows) to = Math.max(to, bottom() - view.clientHeight);
      if (Math.abs(to - view.scrollTop) > 1) view.scrollTop = to;
    }
    note();
  }

  function onScroll(): void {
    if (!view.clientHeight || Math.abs(view.scrollTop - top) < 1) return;
    // Restores the position if it was the browser that scrolled, because the text became shorter or the view's size changed.
    if ((hasShrunk(top, range, held !== null) || sizeOf() !== size) && !hands.areBusy()) settle();
    else take();
  }

  /** Makes the present scroll position the one that the reader has chosen. */
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
    // Keeps `settle` from returning to the end, which may have been in view before.
    wasEndSeen = false;
    hands.rest();
  }

  const gone = new AbortController();
  view.addEventListener('scroll', onScroll, { passive: true, signal: gone.signal });
  // Observes sizes, because streaming text, late pictures and the keyboard change heights without rendering the list.
  const observer = globalThis.ResizeObserver && new ResizeObserver(settle);
  for (const each of [view, content]) observer?.observe(each);

  return {
    show: row => hold(row, ABOVE_PX),
    showSent(row) {
      sent = row;
      // Shows only the end of a message that is taller than half the view, to leave room for the answer.
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

/** Returns functions that measure positions and sizes in the panel's own pixels. */
function measure(view: HTMLElement, content: HTMLElement) {
  /** Adds up offsets. Rectangles would be in the page's pixels, which differ if the panel is enlarged. */
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
     * Returns true if the browser has scrolled because the text is shorter than before, or was shorter for a moment between two frames. In the
     * second case, a view that holds a row has moved up although its end is in view.
     */
    hasShrunk(top: number, range: number, isHeld: boolean): boolean {
      const now = rangeOf();
      return (now < range && view.scrollTop >= now - 1) || (isHeld && view.scrollTop < top && isEndSeen());
    },
    /** Returns the first row that reaches below the top of the view. */
    firstInView(): HTMLElement | null {
      const isSeen = (row: HTMLElement) => topOf(row) + row.offsetHeight > view.scrollTop;
      const group = firstOf(content.querySelectorAll<HTMLElement>('.rows'), isSeen);
      return group && firstOf(group.children as HTMLCollectionOf<HTMLElement>, isSeen);
    },
  };
}

/** Returns the first row that passes the test. Uses bisection, so all rows after that row must pass as well. */
function firstOf(rows: ArrayLike<HTMLElement>, isSo: (row: HTMLElement) => boolean): HTMLElement | null {
  let from = 0;
  for (let to = rows.length; from < to; ) {
    const middle = (from + to) >> 1;
    if (isSo(rows[middle] as HTMLElement)) to = middle;
    else from = middle + 1;
  }
  return rows[from] ?? null;
}
