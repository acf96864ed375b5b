/**
 * Keeps an element on the page, even if the body is created later, replaced or emptied. Moves the element after the elements that the page has at
 * first.
 */

/**
 * Keeps `host` in the element that `home()` returns. If that is null, tries again when the page changes or a prerendered page is shown. Calls
 * `placed` when the host is attached. The returned function stops it.
 */
export function keepOnPage(host: Element, home: () => Element | null, placed: () => void): () => void {
  let due: ReturnType<typeof setTimeout> | 0 | undefined;
  /** Number of times that the host has been put back, which is also the pause before the next time, in milliseconds. */
  let times = 0;
  // Puts the host back in a new task, after a pause that grows each time. Otherwise a page that removes the host as soon as it appears would hang.
  const watch = new MutationObserver(() => {
    if (!due) due = setTimeout(place, times);
  });

  function place(read?: Event): void {
    due = 0;
    // Watches the document itself as well, because some frameworks replace its root element.
    for (const each of [document, document.documentElement, document.body])
      if (each) watch.observe(each, { childList: true });
    // Appends the host at the end, because Tab should reach the page's content first. Never moves it while it has the focus.
    if (!host.isConnected || (read && document.activeElement !== host)) {
      home()?.append(host);
      times += +host.isConnected;
    }
    if (host.isConnected) placed();
  }

  addEventListener('DOMContentLoaded', place);
  // Uses capture, because the document fires this event and it does not bubble.
  addEventListener('prerenderingchange', place, true);
  place();
  return () => {
    removeEventListener('DOMContentLoaded', place);
    removeEventListener('prerenderingchange', place, true);
    watch.disconnect();
    clearTimeout(due);
  };
}
