/**
 * Restores scroll positions and focus of a chat that is put back on the page after the body was replaced. Removes empty copies of the host that a
 * cached body contains.
 */

import { focusStill } from '../../ui/focus/focus.ts';

/** Milliseconds after a scroll until the position is stored. A more recent scroll is lost if the chat is removed from the page. */
const LOOK_MS = 100;

/**
 * Watches scrolling and focus as long as the root exists. Call the returned function just before or right after the host is put back. `copied`: the
 * new body may be a cached copy.
 */
export function prepareReturn(root: ShadowRoot, copied = true): () => void {
  const places = new Map<Element, { readonly top: number; readonly atEnd: boolean }>();
  const scrolled = new Set<Element>();

  function look(): void {
    // Forgets elements that were removed from the chat, because references would keep their whole tree in memory.
    for (const each of places.keys()) if (!root.contains(each)) places.delete(each);
    for (const target of scrolled) {
      if (!target.isConnected) continue;
      const { scrollTop, clientHeight, scrollHeight } = target;
      const before = places.get(target);
      // A view that was at its end and has not been scrolled up is still treated as at its end, even if content has been added.
      const follows = before?.atEnd && scrollTop >= before.top;
      const atEnd = follows || scrollTop + clientHeight > scrollHeight - 4;
      places.set(target, { top: scrollTop, atEnd });
    }
    scrolled.clear();
  }

  root.addEventListener(
    'scroll',
    ({ target }) => {
      // Delays the reading of positions, which may force a layout: while a reply is streamed, the transcript scrolls in every frame.
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
  // Some browsers also fire this event when the element is removed from the page.
  root.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (root.host.isConnected && !root.activeElement) focused = null;
    }),
  );
  return () => {
    const writer = focused;
    // Turbo caches copies of bodies, in which the copied host is empty.
    // Skips elements with a `broker` attribute: the page's author wrote them, so they are not copies.
    for (const each of document.querySelectorAll('natter-chat:not([broker])'))
      if (copied && !each.shadowRoot) each.remove();
    // Restores the positions before listeners notice that the chat was scrolled to the top.
    queueMicrotask(() => {
      for (const [each, { top, atEnd }] of places) each.scrollTop = atEnd ? each.scrollHeight : top;
      // Moves the host to the top layer again, which it left when it was removed.
      const host = root.host as HTMLElement;
      if (host.popover && host.isConnected && !host.matches(':popover-open')) host.showPopover();
      // Restores the focus, unless the page has given it to another element.
      if (document.activeElement === document.body) focusStill(writer);
    });
  };
}
