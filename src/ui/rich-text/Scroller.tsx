/** Something wide that scrolls by itself. Only while it does, the keyboard can reach it, and it has a name. */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Key } from '../catalogue.ts';
import { useWords } from '../context.ts';

export interface ScrollerProps {
  readonly words: Key;
  readonly children: ComponentChildren;
}

export function Scroller({ words, children }: ScrollerProps) {
  const t = useWords();
  const view = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = view.current;
    const inside = element?.firstElementChild;
    if (!element || !inside || !globalThis.ResizeObserver) return;
    // Asked when the browser has laid it out anyway; after each drawing it would have to do so one time more.
    const observer = new ResizeObserver(() => {
      const scrolls = element.scrollWidth > element.clientWidth;
      for (const [name, value] of [
        ['tabindex', '0'],
        ['role', 'region'],
        ['aria-label', t(words)],
      ] as const) {
        if (scrolls) element.setAttribute(name, value);
        else element.removeAttribute(name);
      }
    });
    observer.observe(element);
    observer.observe(inside);
    return () => observer.disconnect();
  }, [t, words]);
  return (
    <div ref={view} class="scroller">
      {children}
    </div>
  );
}
