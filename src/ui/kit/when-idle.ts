/** Runs work when the page has nothing else to do. */

/** Runs the work when the page is idle, or soon in browsers that do not report it. Returns a function that cancels it. */
export function whenIdle(run: () => unknown): () => void {
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(run, 30);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run);
  return () => cancelIdleCallback(request);
}
