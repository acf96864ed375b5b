/**
 * Holds the row that the reader looks at where it is while heights above it change: what is estimated far away (paging.ts) gets its true
 * height as it comes near. Most browsers try to, but they hold on to an empty page as well, whose words then push away those that are being
 * read; and Safari does not try. Who follows the end is scroll.ts.
 */

/** Heights and offsets are told in whole pixels, places in parts of them. */
const STILL_PX = 2;
/** What a finger has pushed and a key has begun goes on after it, and to set the place would end it. */
const PUSH_MS = 150;

/** For as long as `view` is there, whose first child has the pages. The answer holds the place while `change` has something drawn. */
export function holdPlace(view: Element): (change: () => void) => void {
  const content = view.firstElementChild;
  let page: HTMLElement | undefined;
  let row: HTMLElement | undefined;
  let index = 0;
  let y = 0;
  let top = 0;
  let pushedAt = -Infinity;

  const isAtEdge = () => view.scrollTop <= 0 || view.scrollTop + view.clientHeight >= view.scrollHeight - STILL_PX;

  /** Not by rectangles: where the panel is enlarged they are in the page's pixels. */
  function yOf(): number {
    if (!page?.isConnected) return y;
    // Of a page that is made of components again, the row is another element.
    const now = row?.isConnected ? row : row && childrenOf(page)[index];
    return page.offsetTop + (now?.offsetTop ?? 0);
  }

  function look(): void {
    top = view.scrollTop;
    page = row = undefined;
    if (!isAtEdge()) {
      const pages = childrenOf(content);
      let place = indexAt(pages, top);
      // The first that has words, if any.
      const end = indexAt(pages, top + view.clientHeight);
      for (let each = place; each <= end; each++) {
        // What has not been laid out yet (.far) has its height still to come.
        const first = pages[each]?.firstElementChild;
        if (!first || first.checkVisibility?.({ contentVisibilityAuto: true }) === false) continue;
        place = each;
        break;
      }
      page = pages[place];
      const rows = childrenOf(page?.matches('.page') ? page : null);
      index = indexAt(rows, top - (page?.offsetTop ?? 0));
      row = rows[index];
    }
    y = yOf();
  }

  // Asked of the browser and not of the view, whose answer would have all of it styled in the middle of its drawing.
  const isHeld = Boolean(globalThis.CSS?.supports?.('overflow-anchor', 'auto'));

  /** Where the browser holds nothing, who has moved the view meanwhile was the reader, whose turn counts beside what has grown. */
  function hold(): void {
    const moved = yOf() - y - (isHeld ? view.scrollTop - top : 0);
    if (Math.abs(moved) >= STILL_PX && !isAtEdge() && performance.now() - pushedAt > PUSH_MS) view.scrollTop += moved;
    look();
  }

  const push = ({ type }: Event) => {
    const now = performance.now();
    if (type !== 'scroll' || now - pushedAt < PUSH_MS) pushedAt = now;
  };
  // What has come near with one turn of a wheel may be laid out only now, with the next one.
  const turn = isHeld ? look : hold;
  view.addEventListener('scroll', turn, { passive: true });
  // A browser that tries knows about fingers and keys, too.
  if (!isHeld)
    for (const type of ['touchmove', 'keydown', 'scroll']) view.addEventListener(type, push, { passive: true });
  // Who has moved the view meanwhile was the browser, for this very reason, or what follows the end.
  if (content && globalThis.ResizeObserver)
    new ResizeObserver(() => (view.scrollTop === top ? hold() : turn())).observe(content);
  return change => {
    turn();
    change();
    // After what draws it, which waits for the end of the task, too. Nobody at the end pays for a layout.
    queueMicrotask(() => page && hold());
  };
}

const childrenOf = (parent: Element | null | undefined) => (parent?.children ?? []) as ArrayLike<HTMLElement>;

/** The first of them that is to be seen below `y`. */
function indexAt(rows: ArrayLike<HTMLElement>, y: number): number {
  let from = 0;
  for (let to = rows.length; from < to; ) {
    const middle = (from + to) >> 1;
    const row = rows[middle];
    if (row && row.offsetTop + row.offsetHeight <= y) from = middle + 1;
    else to = middle;
  }
  return from;
}
