/** The element of the page that an inline chat goes into; null if there is none, or if this is no selector at all. */
export function findTarget(selector: unknown): Element | null {
  try {
    return document.querySelector(selector as string);
  } catch {
    return null;
  }
}
