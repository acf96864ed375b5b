/**
 * Names of a conversation's items in storage, and its mark: an item with the time of the last save. The mark tells whether there is a stored
 * conversation, without opening the database, because opening a missing database creates it. This file is small and has no imports, because the
 * script tag reads the mark before it fetches anything.
 */

const CHOICES = '!';
const OWN = '>';

/** Returns the key of a widget's stored conversation. Ignores slashes at the end of the address. */
export function keptKey(broker: string, widgetId?: string): string {
  // The `#` keeps the keys of two widgets apart, because a broker's address has no fragment.
  return `natter:${broker}#${widgetId || 'default'}`.replace(/\/*#/, '#');
}

/** Returns the key of the visitor's choices. Its item does not begin with a timestamp, so it does not count as a mark. */
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

/** Returns the time with which an item begins; 0 if there is none. */
export function markOf(place: Place, key: string): number {
  try {
    // The saved text follows the time.
    return parseFloat(window[place][key] as string) || 0;
  } catch {
    // Storage is denied by the visitor's settings, or by the sandbox of a frame.
    return 0;
  }
}

/**
 * Removes the mark of a conversation, the records of single tabs and the visitor's choices. No other page then resumes the conversation. The
 * application clears the database once it has been fetched.
 */
export function unmark(key: string): void {
  for (const place of ['localStorage', 'sessionStorage'] as const) {
    try {
      const items = window[place];
      for (const name of [key, key + CHOICES, ...Object.keys(items).filter(each => each.startsWith(key + OWN))])
        items.removeItem(name);
    } catch {
      // Storage is denied, so it is empty.
    }
  }
}
