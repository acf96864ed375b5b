/** Runs work when the page has nothing else to do. */

/** Runs the work when the page is idle, or after a short time in browsers without requestIdleCallback. The returned function cancels it. */
export function whenIdle(run: () => unknown): () => void {
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(run, 30);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run);
  return () => cancelIdleCallback(request);
}
