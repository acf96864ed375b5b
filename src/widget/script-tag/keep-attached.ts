/**
 * Keeps an element on a page that may get a body later, be given another one, or empty the one that it has; and behind all that the page
 * begins with, however early it came.
 */

/**
 * `home` is where it belongs; null is nowhere, until the page changes again, or is shown after it was rendered ahead of time. Calls `placed`
 * when it is there. The answer ends it.
 */
export function keepOnPage(host: Element, home: () => Element | null, placed: () => void): () => void {
  let due: ReturnType<typeof setTimeout> | 0 | undefined;
  /** How often it was put there: so many milliseconds it waits. */
  let times = 0;
  // In a task of its own, and in one alone: whoever removes the element as soon as it comes must not stop the page by that.
  // And it comes ever later, so that such a quarrel costs the page next to nothing.
  const watch = new MutationObserver(() => {
    if (!due) due = setTimeout(place, times);
  });

  function place(read?: Event): void {
    due = 0;
    // The document itself as well: some frameworks give it another root.
    for (const each of [document, document.documentElement, document.body])
      if (each) watch.observe(each, { childList: true });
    // For who goes through a page by keyboard, what is written in it comes first. But nobody loses the focus.
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
