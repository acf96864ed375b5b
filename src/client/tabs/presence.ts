/** Knows which other tabs are being looked at, and which tab was looked at last: by what each of them says (docs/TABS.md). */

import type { Said } from './tab-parts.ts';

export interface Presence {
  /** This tab is in use at this instant. */
  looked(at: number): void;
  lookedAt(): number;
  /** Another tab has said something. */
  heard(said: Said): void;
  gone(name: string): void;
  /** This tab hears no more of others. */
  clear(): void;
  /** Another tab is being looked at. */
  isElsewhere(): boolean;
  /** Another tab has the chat in view. */
  isSeenElsewhere(): boolean;
  /** One of those that are being looked at was turned to later than this tab. */
  isOvertaken(): boolean;
  /** One of all tabs that were heard of was looked at later than this tab. */
  isNotLast(): boolean;
}

export function createPresence(own: string): Presence {
  let lookedAt = 0;
  /** Other tabs that are being looked at, and whether each has the chat in view. */
  const lookers = new Map<string, boolean>();
  /** When each of the others was looked at last. */
  const looks = new Map<string, number>();

  const isLater = (others: Iterable<string>) =>
    [...others].some(name => {
      const at = looks.get(name) ?? 0;
      return at > lookedAt || (at === lookedAt && name > own);
    });

  return {
    looked(at) {
      lookedAt = at;
    },
    lookedAt: () => lookedAt,
    heard({ from, say, lookedAt: at, sees }) {
      looks.set(from, at);
      if (say === 'looked' || say === 'here') lookers.set(from, sees);
      else if (say === 'left') lookers.delete(from);
    },
    gone(name) {
      looks.delete(name);
      lookers.delete(name);
    },
    clear: () => lookers.clear(),
    isElsewhere: () => lookers.size > 0,
    isSeenElsewhere: () => [...lookers.values()].includes(true),
    isOvertaken: () => isLater(lookers.keys()),
    isNotLast: () => isLater(looks.keys()),
  };
}
