/**
 * Draws wide content, such as a table, in a box that scrolls horizontally. While there is something to scroll, the box has a name, can be reached
 * by keyboard, and fades at the side with more content.
 */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWords } from '../context/hooks.ts';
import type { Key } from '../i18n/catalogue.ts';

/** Tolerance at both ends, in pixels: at fractional zoom, positions are not whole pixels. */
const SIDE_PX = 1;

export interface ScrollerProps {
  readonly words: Key;
  readonly children: ComponentChildren;
}

export function ScrollBox({ words, children }: ScrollerProps) {
  const t = useWords();
  const view = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = view.current;
    const inside = element?.firstElementChild;
    // Gives wide content the whole width of the panel.
    element?.closest('.bubble-column')?.classList.add('wide');
    if (!element || !inside || !globalThis.ResizeObserver) return;
    const mark = () => {
      const rest = element.scrollWidth - element.clientWidth;
      // `scrollLeft` is negative in right-to-left text.
      const gone = Math.abs(element.scrollLeft);
      element.classList.toggle('more-before', gone > SIDE_PX);
      element.classList.toggle('more-behind', rest - gone > SIDE_PX);
      // The role is not `region`, because each table would become a landmark of the whole page.
      for (const [name, value] of [
        ['tabindex', '0'],
        ['role', 'group'],
        ['aria-label', t(words)],
      ] as const) {
        if (rest > 0) element.setAttribute(name, value);
        else element.removeAttribute(name);
      }
    };
    // Measures in an observer, which runs right after a layout. Measuring after each rendering would force an extra layout.
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    observer.observe(inside);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [t, words]);
  return (
    <div ref={view} class="scroller">
      {children}
    </div>
  );
}
