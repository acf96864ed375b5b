/** Phones lay their keyboard over the page: a panel that fills the screen must fill only what is left of it. */

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Keeps `--n-vh` and `--n-top` at the visible height and its offset, while the visitor has not zoomed in. */
export function useVisibleHeight(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const viewport = globalThis.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const { scale, height, offsetTop } = viewport;
      if (panel.current) panel.current.style.cssText = scale > 1.01 ? '' : `--n-vh:${height}px;--n-top:${offsetTop}px`;
    };
    // Reading it lays the page out: not while the panel is being drawn.
    const first = requestAnimationFrame(measure);
    const mounted = new AbortController();
    for (const event of ['resize', 'scroll']) viewport.addEventListener(event, measure, mounted);
    return () => {
      cancelAnimationFrame(first);
      mounted.abort();
    };
  }, []);
}
