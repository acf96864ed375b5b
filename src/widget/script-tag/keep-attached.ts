/**
 * Keeps an element on a page that may get a body later, replace it, or empty it; and behind all initial elements of the page, however early the
 * element came.
 */

/**
 * Keeps `host` in `home()`. Null is nowhere, until the page changes again, or is shown after it was rendered ahead of time. Calls `placed` when the
 * host is attached. Returns the function that ends it.
 */
export function keepOnPage(host: Element, home: () => Element | null, placed: () => void): () => void {
  let due: ReturnType<typeof setTimeout> | 0 | undefined;
  /** How often it was put there: so many milliseconds it waits. */
  let times = 0;
  // Runs in one task of its own: a page that removes the element as soon as it comes must not hang. Each return waits longer, so that such a quarrel
  // costs the page next to nothing.
  const watch = new MutationObserver(() => {
    if (!due) due = setTimeout(place, times);
  });

  function place(read?: Event): void {
    due = 0;
    // The document itself as well: some frameworks give it another root.
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
