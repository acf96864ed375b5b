/** The widget's own lines in the page's console. What the running chat has to say goes through the Log port instead. */

/** `where` is a stable code; it stands first, so that a developer can search for it. */
export function warn(code: string, message: string): void {
  console.warn(`[natter] ${code}: ${message}`);
}

/** For what keeps the widget off the page. */
export function fail(code: string, message: string): void {
  console.error(`[natter] ${code}: ${message}`);
}
