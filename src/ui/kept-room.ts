/**
 * Keeps the height of what disappears from the end of the transcript (suggestions, the hand-off card) until new content has taken as much.
 * Without this, what is being read would move down when suggestions are taken away, and up again with the message, with the typing dots, and
 * with the reply.
 */

import { useLayoutEffect, useRef } from 'preact/hooks';

/** For the box at the end of the transcript; `content`: what is in it, or null. */
export function useKeptRoom(content: object | null) {
  const box = useRef<HTMLDivElement>(null);
  /** The last row in front of it. */
  const row = useRef<Element | null>(null);
  const height = useRef(0);
  // While it still stands there.
  if (!content && row.current && box.current) height.current ||= box.current.offsetHeight;

  useLayoutEffect(() => {
    const { current } = box;
    const items = current?.parentElement;
    if (!items) return;
    const watch = (what: () => void) => {
      // Before anything is painted; an observer of sizes would be called again by what it changes.
      const observer = new MutationObserver(what);
      observer.observe(items, { childList: true, characterData: true, subtree: true });
      return observer;
    };
    if (content) {
      // What comes while it stands there, a mark for instance, is in front of it, and fills nothing when it goes.
      const note = () => {
        row.current = lastRow(items);
      };
      note();
      height.current = 0;
      const observer = watch(note);
      return () => observer.disconnect();
    }
    const adjust = () => {
      // Firefox takes the view back as soon as something is measured without it.
      current.style.height = `${height.current}px`;
      const left = row.current?.isConnected ? height.current - distance(row.current, current) : 0;
      current.style.height = left > 0 ? `${left}px` : '';
      if (left <= 0) observer.disconnect();
    };
    const observer = watch(adjust);
    adjust();
    return () => {
      observer.disconnect();
      current.style.height = '';
    };
  }, [content]);
  return box;
}

/** Looked for from the end: this is asked whenever anything changes, and a conversation may be long. */
function lastRow(items: Element): Element | null {
  for (let each = items.lastElementChild; each; each = each.previousElementSibling) {
    const row = each.matches('.page') && [...each.querySelectorAll('.row')].at(-1);
    if (row) return row;
  }
  return null;
}

/** From the end of the row to the box, in the box's own pixels: where the panel is enlarged, rectangles are in the page's. */
function distance(row: Element, box: HTMLElement): number {
  const { top, width } = box.getBoundingClientRect();
  return ((top - row.getBoundingClientRect().bottom) * box.offsetWidth) / width;
}
