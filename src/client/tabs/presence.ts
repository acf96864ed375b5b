/** Tracks which other tabs are visible, and which tab was looked at last, by the messages between tabs (docs/TABS.md). */

import type { Said } from './tab-parts.ts';

export interface Presence {
  /** Records that the visitor is using this tab. */
  looked(at: number): void;
  lookedAt(): number;
  /** Records a message of another tab. */
  heard(said: Said): void;
  gone(name: string): void;
  /** Forgets other tabs: this tab stops listening to them. */
  clear(): void;
  /** Returns true if another tab is visible. */
  isElsewhere(): boolean;
  /** Returns true if another tab has the chat in view. */
  isSeenElsewhere(): boolean;
  /** Returns true if a visible tab was looked at later than this tab. */
  isOvertaken(): boolean;
  /** Returns true if any known tab was looked at later than this tab. */
  isNotLast(): boolean;
}

export function createPresence(own: string): Presence {
  let lookedAt = 0;
  /** Other visible tabs by name; true if the tab has the chat in view. */
  const lookers = new Map<string, boolean>();
  /** The time at which each other tab was looked at last. */
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
