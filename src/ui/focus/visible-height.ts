/** Fits a panel that fills the screen to the part that a phone's keyboard does not cover. */

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Sets `--n-vh` and `--n-top` to the height and offset of the visible part while a keyboard covers the page. Does nothing while the page is zoomed
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
      // Sets the properties only if they have changed, because the whole panel inherits them and would be styled again.
      if (panel.current && now !== panel.current.style.cssText) panel.current.style.cssText = now;
    };
    // Waits for the next frame, because reading the height forces a layout.
    const first = requestAnimationFrame(measure);
    const mounted = new AbortController();
    for (const event of ['resize', 'scroll']) viewport.addEventListener(event, measure, mounted);
    return () => {
      cancelAnimationFrame(first);
      mounted.abort();
    };
  }, []);
}
