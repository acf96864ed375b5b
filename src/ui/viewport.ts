/** Phones lay their keyboard over the page: a panel that fills the screen must fill only what is left of it. */

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Keeps `--n-vh` and `--n-top` at the visible height and its offset, while the visitor has not zoomed in. */
export function useVisibleHeight(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const style = panel.current?.style;
      const zoomed = viewport.scale > 1.01;
      style?.setProperty('--n-vh', zoomed ? '' : `${viewport.height}px`);
      style?.setProperty('--n-top', zoomed ? '' : `${viewport.offsetTop}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [panel]);
}
