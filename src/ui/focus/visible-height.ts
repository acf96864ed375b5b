/** Phones lay their keyboard over the page: a panel that fills the screen must fill only what is left of it. */

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * While something covers the page, keeps `--n-vh` and `--n-top` at the height and the offset of what is left; not where the visitor has
 * zoomed in.
 */
export function useVisibleHeight(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const viewport = globalThis.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const { scale, height, offsetTop } = viewport;
      const covered = scale <= 1.01 && (offsetTop > 0 || innerHeight - height >= 1);
      const now = covered ? `--n-vh:${height}px;--n-top:${offsetTop}px` : '';
      // Everything in the panel inherits it, and would be styled anew.
      if (panel.current && now !== panel.current.style.cssText) panel.current.style.cssText = now;
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
