/**
 * Names of a conversation's items in storage, and the mark with the instant of its last save: all that can be known without opening a
 * database, which would create it. Small and without imports, because the script tag looks here before anything else is fetched.
 */

const CHOICES = '!';
const OWN = '>';

/** Returns the key of a widget's stored conversation. A slash at the end of the address makes no difference. */
export function keptKey(broker: string, widgetId?: string): string {
  // No broker's address has a fragment, so two widgets never share a key.
  return `natter:${broker}#${widgetId || 'default'}`.replace(/\/*#/, '#');
}

/** Returns the key of the visitor's choices. Its item does not begin with a timestamp: a choice is no conversation. */
export function choicesKey(broker: string, widgetId?: string): string {
  return keptKey(broker, widgetId) + CHOICES;
}

/** Prefix of the items that hold the records of single tabs (storage.ts). */
export function ownKey(key: string): string {
  return key + OWN;
}

type Place = 'localStorage' | 'sessionStorage';

/** Returns the time of the last save, in milliseconds since 1970; 0 if nothing is stored or storage is denied. Never throws. */
export const keptAt = (key: string, remember: unknown): number =>
  markOf(remember === 'session' ? 'sessionStorage' : 'localStorage', key);

/** The instant with which an item begins; 0 when there is none. */
export function markOf(place: Place, key: string): number {
  try {
    // The saved text follows it.
    return parseFloat(window[place][key] as string) || 0;
  } catch {
    // Denied by the visitor's settings, or by the sandbox of a frame.
    return 0;
  }
}

/**
 * Removes every sign of a conversation and of the visitor's choices at once. The application, still to be fetched, clears the rest; until then no
 * other page may resume it.
 */
export function unmark(key: string): void {
  for (const place of ['localStorage', 'sessionStorage'] as const) {
    try {
      const items = window[place];
      for (const name of [key, key + CHOICES, ...Object.keys(items).filter(each => each.startsWith(key + OWN))])
        items.removeItem(name);
    } catch {
      // Denied: there is none.
    }
  }
}
