/**
 * Names of a conversation's items in storage, and the mark with the instant of its last save: all that can be known without opening a
 * database, which would create it. Small and without imports, because the script tag looks here before anything else is fetched.
 */

const CHOICES = '!';
const OWN = '>';

/** The name under which everything of one widget's conversation is kept. A slash at the end of the address makes no difference. */
export function keptKey(broker: string, widgetId?: string): string {
  // No broker's address has a fragment, so nothing else comes out the same.
  return `natter:${broker}#${widgetId || 'default'}`.replace(/\/*#/, '#');
}

/** The item with what the visitor has decided. It does not begin with an instant: a decision is no conversation. */
export function choicesKey(broker: string, widgetId?: string): string {
  return keptKey(broker, widgetId) + CHOICES;
}

/** Prefix of the items that hold the records of single tabs (storage.ts). */
export function ownKey(key: string): string {
  return key + OWN;
}

type Place = 'localStorage' | 'sessionStorage';

/** The instant of the last save, in milliseconds since 1970; 0 when nothing is kept, or none may look. Never throws. */
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
 * Removes every sign of a conversation and of what was decided: at once, so that no page that comes next goes on with what an application, which is
 * still to be fetched, has not cleared yet.
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
