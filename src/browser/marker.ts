/**
 * Where a conversation is kept, and the mark that says since when: all that can be known without opening a database, which would create
 * it. Small and without imports, because the script tag looks here before anything else is fetched.
 */

const WAITING = '+';
const CHOICES = '!';
const OWN = '>';

/** The name under which everything of one widget's conversation is kept. A slash at the end of the address makes no difference. */
export function keptKey(broker: string, widgetId?: string): string {
  // No broker's address has a fragment, so nothing else comes out the same.
  return `natter:${broker}#${widgetId || 'default'}`.replace(/\/*#/, '#');
}

/** The item of sessionStorage with what was written before there was a chat to write it to. */
export function waitingKey(broker: string, widgetId?: string): string {
  return keptKey(broker, widgetId) + WAITING;
}

/** The item with what the visitor has decided. It does not begin with an instant: a decision is no conversation. */
export function choicesKey(broker: string, widgetId?: string): string {
  return keptKey(broker, widgetId) + CHOICES;
}

/** What the items begin with that hold what single tabs have (storage.ts). */
export function ownKey(key: string): string {
  return key + OWN;
}

/** The instant of the last save, in milliseconds since 1970; 0 when nothing is kept, or none may look. Never throws. */
export function lastKept(broker: string, widgetId?: string, forget?: boolean): number {
  return newestMark(keptKey(broker, widgetId), forget);
}

/** The same of what is kept under one key. */
export function newestMark(key: string, forget?: boolean): number {
  return Math.max(
    markOf('localStorage', key, forget),
    markOf('sessionStorage', key, forget),
    markOf('sessionStorage', key + WAITING, forget),
  );
}

/**
 * The instant with which an item begins; 0 when there is none. With `forget` the item is removed, and what was decided: at once, so that no page that comes next
 * goes on with what an engine, which is still to be fetched, has not cleared yet.
 */
export function markOf(place: 'localStorage' | 'sessionStorage', key: string, forget?: boolean): number {
  try {
    const items = window[place];
    if (forget) {
      delete items[key];
      delete items[key + CHOICES];
      for (const name of Object.keys(items)) if (name.startsWith(key + OWN)) delete items[name];
    }
    // What it was saved with stands behind it.
    return parseFloat(items[key] as string) || 0;
  } catch {
    // Denied by the visitor's settings, or by the sandbox of a frame.
    return 0;
  }
}
