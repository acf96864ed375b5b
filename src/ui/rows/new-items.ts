/**
 * Distinguishes items that have just arrived from restored ones: new ones rise into place and are read aloud, restored ones are simply
 * there.
 */

import type { ChatState, MessageItem, PhaseName, TimelineItem } from '../../client/api/chat-state.ts';

export interface NewItems {
  /** Takes the next state of the chat. */
  take(state: Pick<ChatState, 'connection' | 'messages'>): void;
  /** Returns true if the item arrived while the panel was watched. */
  has(key: string): boolean;
  /** Returns true if the item may rise into place, too: many that come at once do not. */
  rises(key: string): boolean;
  /** Returns true if the latest state contains news, not a restored history. */
  isWatched(): boolean;
  /** Marks the latest state as handled. Later changes are news, unless a history is being read. */
  settle(): void;
}

/** If this many items come at once, they do not rise one by one. */
const CROWD = 8;

export function createNewItems(): NewItems {
  /** Every item so far, with the number of items that came together with it; null if it was no news. */
  const known = new Map<string, { size: number } | null>();
  let started = false;
  let restoring = false;
  let watched = false;
  let before: PhaseName = 'idle';
  let last: ChatState['messages'] = [];
  return {
    take({ connection: { phase }, messages }) {
      // A history that fills an empty transcript is no news, in however many frames it comes. Items that a reconnection brings are.
      restoring = phase === 'replaying' && (restoring || !known.size);
      // Items from the storage, or from another tab, are not new either: nothing was connected a moment before.
      const kept = !known.size && !/joining|active/.test(before) && phase !== 'joining';
      watched = started && !restoring && !kept && phase !== 'idle';
      // Messages of the first rendering were painted before (widget/painted/paint-panel.ts), so they do not rise again.
      const company = { size: started ? 0 : CROWD };
      started = true;
      before = phase;
      messages.forEach((item, place) => {
        if (item === last[place] || known.has(item.key)) return;
        // Items get another key when their session ends, which does not make them new.
        known.set(item.key, (watched && !/^[^:]+\/.:/.test(item.key)) || isBeingSent(item) ? company : null);
        company.size += 1;
      });
      last = messages;
    },
    has: key => Boolean(known.get(key)),
    rises: key => (known.get(key)?.size ?? CROWD) < CROWD,
    isWatched: () => watched,
    settle() {
      watched = !restoring;
    },
  };
}

/** Returns true for the visitor's message on its way, which is always new. Only messages have a status. */
export function isBeingSent(item: TimelineItem): boolean {
  return /sending|queued/.test((item as Partial<MessageItem>).status as string);
}

/** A reply that still grows is not read aloud. */
export const isComplete = (item: TimelineItem): boolean => item.kind !== 'message' || item.status !== 'streaming';
