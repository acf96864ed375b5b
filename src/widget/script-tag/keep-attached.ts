/** Keeps an element on the page, even if the body is created later, replaced or emptied. The element is moved behind the page's initial elements. */

/**
 * Keeps `host` in the element that `home()` returns. If that is null, tries again when the page changes or a prerendered page is shown. Calls
 * `placed` when the host is attached. The returned function stops it.
 */
export function keepOnPage(host: Element, home: () => Element | null, placed: () => void): () => void {
  let due: ReturnType<typeof setTimeout> | 0 | undefined;
  /** Number of times that the host was put back, and milliseconds to wait before the next time. */
  let times = 0;
  // Puts the host back in a new task, after a pause that grows each time: a page that removes the host as soon as it appears must not hang.
  const watch = new MutationObserver(() => {
    if (!due) due = setTimeout(place, times);
  });

  function place(read?: Event): void {
    due = 0;
    // Watches the document itself as well, because some frameworks replace its root element.
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
