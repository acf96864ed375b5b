/** A chat that returns to a page with another body: restores its scroll positions and focus, and removes leftovers of a body from a cache. */

import { focusStill } from '../../ui/focus/focus.ts';

/** Milliseconds. A scroll that is younger than this when the chat is taken off the page is undone on its return. */
const LOOK_MS = 100;

/**
 * Watches as long as the root lives. Call the returned function just before the host returns, or right after. `copied`: it returns with a
 * copied body.
 */
export function prepareReturn(root: ShadowRoot, copied = true): () => void {
  const places = new Map<Element, { readonly top: number; readonly atEnd: boolean }>();
  const scrolled = new Set<Element>();

  function look(): void {
    // Forgets elements that have left the chat: they do not come back, and keeping them would keep their whole tree alive.
    for (const each of places.keys()) if (!root.contains(each)) places.delete(each);
    for (const target of scrolled) {
      if (!target.isConnected) continue;
      const { scrollTop, clientHeight, scrollHeight } = target;
      const before = places.get(target);
      // Only a reader scrolls up. A view that was at its end and has not been scrolled up follows the end, however much was added.
      const follows = before?.atEnd && scrollTop >= before.top;
      const atEnd = follows || scrollTop + clientHeight > scrollHeight - 4;
      places.set(target, { top: scrollTop, atEnd });
    }
    scrolled.clear();
  }

  root.addEventListener(
    'scroll',
    ({ target }) => {
      // Delayed, because reading positions may force a layout: a followed reply scrolls in every frame.
      if (scrolled.size === 0) setTimeout(look, LOOK_MS);
      scrolled.add(target as Element);
    },
    // Scrolling does not bubble.
    { capture: true, passive: true },
  );
  let focused = root.activeElement as HTMLElement | null;
  root.addEventListener('focusin', ({ target }) => {
    focused = target as HTMLElement;
  });
  // Some browsers fire this, too, when the element is taken off the page.
  root.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (root.host.isConnected && !root.activeElement) focused = null;
    }),
  );
  return () => {
    const writer = focused;
    // Turbo keeps copies of bodies: the copy of the host has nothing in it. An element with a broker is the page's own.
    for (const each of document.querySelectorAll('natter-chat:not([broker])'))
      if (copied && !each.shadowRoot) each.remove();
    // Restores the positions at once, before any listener learns that the chat was at the top.
    queueMicrotask(() => {
      for (const [each, { top, atEnd }] of places) each.scrollTop = atEnd ? each.scrollHeight : top;
      // It left the top layer with the page.
      const host = root.host as HTMLElement;
      if (host.popover && host.isConnected && !host.matches(':popover-open')) host.showPopover();
      // The composer gets its focus back, unless the page has given the focus away.
      if (document.activeElement === document.body) focusStill(writer);
    });
  };
}
