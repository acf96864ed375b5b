/** Runs work when the page has nothing else to do. */

/** Runs it then, or soon in browsers that do not tell; the answer calls it off. */
export function whenIdle(run: () => unknown): () => void {
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(run, 30);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run);
  return () => cancelIdleCallback(request);
}
