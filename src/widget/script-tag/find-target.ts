/** Returns the element of the page that an inline chat goes into; null if there is none, or if this is no valid selector. */
export function findTarget(selector: unknown): Element | null {
  try {
    return document.querySelector(selector as string);
  } catch {
    return null;
  }
}
