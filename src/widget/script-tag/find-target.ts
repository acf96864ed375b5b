/** Returns the element for an inline chat; null if there is none, or if the selector is invalid. */
export function findTarget(selector: unknown): Element | null {
  try {
    return document.querySelector(selector as string);
  } catch {
    return null;
  }
}
