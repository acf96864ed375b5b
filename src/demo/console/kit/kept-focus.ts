/** Keeps the focus on the page when the focused element is removed, such as the button of a rule that is deleted. */

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Moves the focus to the nearest element that was around the removed one and is still there. */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current;
    if (!page) return undefined;
    /** The focused element and those around it, from inside out; empty if nothing is focused. */
    let path: readonly Element[] = [];
    const came = (event: Event) => {
      path = event.composedPath().filter((each): each is Element => each instanceof Element && page.contains(each));
    };
    const left = () =>
      // Browsers differ in firing this event for an element that is removed, which is gone in the next microtask.
      queueMicrotask(() => {
        if (path[0]?.isConnected && path[0] !== document.activeElement) path = [];
      });
    const observer = new MutationObserver(() => {
      if (path[0]?.isConnected !== false || document.activeElement !== document.body) return;
      const heir = path.find(each => each.isConnected) as HTMLElement | undefined;
      if (heir && !heir.hasAttribute('tabindex')) heir.tabIndex = -1;
      // Does not scroll, because the element may be longer than the window.
      heir?.focus({ preventScroll: true });
    });
    page.addEventListener('focusin', came);
    page.addEventListener('focusout', left);
    observer.observe(page, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      page.removeEventListener('focusin', came);
      page.removeEventListener('focusout', left);
    };
  }, []);
}
