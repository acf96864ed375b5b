/** On phones the keyboard covers the page: a panel that fills the screen must fill only the rest of it. */

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Keeps `--n-vh` and `--n-top` at the height and offset of the visible part while something covers the page, unless the visitor has zoomed
 * in.
 */
export function useVisibleHeight(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const viewport = globalThis.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const { scale, height, offsetTop } = viewport;
      const covered = scale <= 1.01 && (offsetTop > 0 || innerHeight - height >= 1);
      const now = covered ? `--n-vh:${height}px;--n-top:${offsetTop}px` : '';
      // Everything in the panel inherits these properties, so setting them styles all of it again.
      if (panel.current && now !== panel.current.style.cssText) panel.current.style.cssText = now;
    };
    // Reading the height makes the browser lay out the page, so it waits until the panel is rendered.
    const first = requestAnimationFrame(measure);
    const mounted = new AbortController();
    for (const event of ['resize', 'scroll']) viewport.addEventListener(event, measure, mounted);
    return () => {
      cancelAnimationFrame(first);
      mounted.abort();
    };
  }, []);
}
