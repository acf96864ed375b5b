/**
 * Where a conversation is kept, and the mark that says since when: all that can be known without opening a database, which would create
 * it. Small and without imports, because the script tag looks here before anything else is fetched.
 */

/** The name under which everything of one widget's conversation is kept. A slash at the end of the address makes no difference. */
export function keptKey(broker: string, widgetId?: string): string {
  // No broker's address has a fragment, so nothing else comes out the same.
  return `natter:${broker.replace(/\/+$/, '')}#${widgetId || 'default'}`;
}

/** The instant of the last save, in milliseconds since 1970; 0 when nothing is kept, or none may look. Never throws. */
export function lastKept(broker: string, widgetId?: string): number {
  const key = keptKey(broker, widgetId);
  return markOf('localStorage', key) || markOf('sessionStorage', key);
}

/** The instant with which an item begins; 0 when there is none. */
export function markOf(place: 'localStorage' | 'sessionStorage', key: string): number {
  try {
    return Number.parseInt(`${globalThis[place].getItem(key)}`, 10) || 0;
  } catch {
    // Denied by the visitor's settings, or by the sandbox of a frame.
    return 0;
  }
}
