/** Distinguishes items that have just arrived from restored ones. New items are animated and read aloud; restored ones are not. */

import type { ChatState, MessageItem, PhaseName, TimelineItem } from '../../client/api/chat-state.ts';

export interface NewItems {
  /** Takes the next state of the chat. */
  take(state: Pick<ChatState, 'connection' | 'messages'>): void;
  /** Returns true if the item is new: it arrived while the chat was connected, or the visitor is sending it. */
  has(key: string): boolean;
  /** Returns true if the item may rise into place: it is new, and only a few others arrived with it. */
  rises(key: string): boolean;
  /** Returns true if items of the latest state count as new. Returns false while a history is restored. */
  isWatched(): boolean;
  /** Marks the latest state as handled. Items that arrive later are new, unless they belong to a history. */
  settle(): void;
}

/** If this many items arrive at once, none of them rises into place. */
const CROWD = 8;

export function createNewItems(): NewItems {
  /** The key of every item so far, with the number of items that arrived together with it. The value is null if the item was not new. */
  const known = new Map<string, { size: number } | null>();
  let started = false;
  let restoring = false;
  let watched = false;
  let before: PhaseName = 'idle';
  let last: ChatState['messages'] = [];
  return {
    take({ connection: { phase }, messages }) {
      // A history that fills an empty transcript is not new, even if it arrives in several frames. Items that arrive after a reconnection are new.
      restoring = phase === 'replaying' && (restoring || !known.size);
      // Items from storage or from another tab are not new either. They arrive in phases in which nothing comes from the platform.
      const kept = !known.size && !/joining|active/.test(before) && phase !== 'joining';
      watched = started && !restoring && !kept && phase !== 'idle';
      // Messages of the first rendering do not rise, because they may have been painted before (widget/painted/paint-panel.ts).
      const company = { size: started ? 0 : CROWD };
      started = true;
      before = phase;
      messages.forEach((item, place) => {
        if (item === last[place] || known.has(item.key)) return;
        // An item gets another key when its session ends. It does not become new by that.
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

/** Returns false for a reply that is still streaming. */
export const isComplete = (item: TimelineItem): boolean => item.kind !== 'message' || item.status !== 'streaming';
