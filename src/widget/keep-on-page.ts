/** Keeps an element on a page that may get a body later, be given another one, or empty the one that it has. */

/** `home` is where it belongs; null is nowhere, until the page changes again. Calls `placed` when it is there. The answer ends it. */
export function keepOnPage(host: Element, home: () => Element | null, placed: () => void): () => void {
  let over = false;
  let due = false;
  // In a task of its own, and in one alone: whoever removes the element as soon as it comes must not stop the page by that.
  const watch = new MutationObserver(() => {
    if (!due) setTimeout(place);
    due = true;
  });

  function place(): void {
    due = false;
    if (over) return;
    for (const each of [document.documentElement, document.body]) if (each) watch.observe(each, { childList: true });
    if (!host.isConnected) home()?.append(host);
    if (host.isConnected) placed();
  }

  place();
  return () => {
    over = true;
    watch.disconnect();
  };
}
