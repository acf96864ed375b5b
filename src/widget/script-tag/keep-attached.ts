/**
 * Keeps an element on a page that gets its body later, replaces or empties it. The element stays behind all initial elements of the page,
 * however early it was added.
 */

/**
 * Keeps `host` in `home()`. If that is null, it waits until the page changes again, or a prerendered page is shown. Calls `placed` when the
 * host is attached. Returns a function that stops it.
 */
export function keepOnPage(host: Element, home: () => Element | null, placed: () => void): () => void {
  let due: ReturnType<typeof setTimeout> | 0 | undefined;
  /** How often it was put back; it waits for so many milliseconds. */
  let times = 0;
  // Runs in a task of its own, because a page that removes the element as soon as it appears must not hang. Each return waits longer, so
  // that such a quarrel costs next to nothing.
  const watch = new MutationObserver(() => {
    if (!due) due = setTimeout(place, times);
  });

  function place(read?: Event): void {
    due = 0;
    // Watches the document itself as well: some frameworks replace its root.
    for (const each of [document, document.documentElement, document.body])
      if (each) watch.observe(each, { childList: true });
    // Appends last, so that Tab reaches the page's content first; never moves the element while it has focus.
    if (!host.isConnected || (read && document.activeElement !== host)) {
      home()?.append(host);
      times += +host.isConnected;
    }
    if (host.isConnected) placed();
  }

  addEventListener('DOMContentLoaded', place);
  // The document fires this event, and it does not bubble.
  addEventListener('prerenderingchange', place, true);
  place();
  return () => {
    removeEventListener('DOMContentLoaded', place);
    removeEventListener('prerenderingchange', place, true);
    watch.disconnect();
    clearTimeout(due);
  };
}
