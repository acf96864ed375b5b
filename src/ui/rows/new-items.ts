/** Distinguishes items that have just arrived from restored ones. New items rise into place and are read aloud; restored ones are not. */

import type { ChatState, MessageItem, PhaseName, TimelineItem } from '../../client/api/chat-state.ts';

export interface NewItems {
  /** Takes the next state of the chat. */
  take(state: Pick<ChatState, 'connection' | 'messages'>): void;
  /** Returns true if the item is new: it arrived while the chat was connected, or the visitor is sending it. */
  has(key: string): boolean;
  /** Returns true if the item may rise into place: it is new, and not one of many that came at once. */
  rises(key: string): boolean;
  /** Returns true if items of the latest state count as new, false for a restored history. */
  isWatched(): boolean;
  /** Marks the latest state as handled. Items that come later are new, unless they belong to a history. */
  settle(): void;
}

/** Number of items from which, if they come at once, none rises into place. */
const CROWD = 8;

export function createNewItems(): NewItems {
  /** Every item so far, with the number of items that came together with it; null if the item was not new. */
  const known = new Map<string, { size: number } | null>();
  let started = false;
  let restoring = false;
  let watched = false;
  let before: PhaseName = 'idle';
  let last: ChatState['messages'] = [];
  return {
    take({ connection: { phase }, messages }) {
      // Items of a history that fills an empty transcript are not new, even if it comes in several frames. Items that a reconnection brings are new.
      restoring = phase === 'replaying' && (restoring || !known.size);
      // Items from the storage or from another tab are not new either. They come while no connection is made.
      const kept = !known.size && !/joining|active/.test(before) && phase !== 'joining';
      watched = started && !restoring && !kept && phase !== 'idle';
      // Messages of the first rendering do not rise, because they may have been painted before (widget/painted/paint-panel.ts).
      const company = { size: started ? 0 : CROWD };
      started = true;
      before = phase;
      messages.forEach((item, place) => {
        if (item === last[place] || known.has(item.key)) return;
        // An item gets another key when its session ends, but is not new then.
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

/** Returns true for a visitor's message that is being sent. */
export function isBeingSent(item: TimelineItem): boolean {
  return /sending|queued/.test((item as Partial<MessageItem>).status as string);
}

/** Returns false for a reply that still grows. */
export const isComplete = (item: TimelineItem): boolean => item.kind !== 'message' || item.status !== 'streaming';
