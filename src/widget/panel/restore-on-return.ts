/** A chat that returns to a page with another body: restores its scroll positions and focus, and removes leftovers of a body from a cache. */

import { focusStill } from '../../ui/focus/focus.ts';

/** A scroll within this time before the chat is taken off the page is undone when it comes back, in milliseconds. */
const LOOK_MS = 100;

/** Watches as long as the root lives. Call the returned function just before the host returns, or right after. `copied`: with its body. */
export function prepareReturn(root: ShadowRoot, copied = true): () => void {
  const places = new Map<Element, { readonly top: number; readonly atEnd: boolean }>();
  const scrolled = new Set<Element>();

  function look(): void {
    // Elements that have left the chat do not come back with it; to keep them would keep their whole tree alive.
    for (const each of places.keys()) if (!root.contains(each)) places.delete(each);
    for (const target of scrolled) {
      if (!target.isConnected) continue;
      const { scrollTop, clientHeight, scrollHeight } = target;
      const before = places.get(target);
      // Only a reader scrolls up. Otherwise the view, once at its end, still follows the end, however much was added below.
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
  // Some browsers tell of this, too, when it is taken off the page.
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
    // Restores the places at once, before anything hears that the chat was at the top.
    queueMicrotask(() => {
      for (const [each, { top, atEnd }] of places) each.scrollTop = atEnd ? each.scrollHeight : top;
      // Off the page it has left the top layer.
      const host = root.host as HTMLElement;
      if (host.popover && host.isConnected && !host.matches(':popover-open')) host.showPopover();
      // The composer gets its focus back, unless the page has given the focus away.
      if (document.activeElement === document.body) focusStill(writer);
    });
  };
}
