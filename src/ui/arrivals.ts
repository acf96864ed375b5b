/**
 * Which items of the transcript have just arrived, and which were only restored: the first rise into place and are read aloud,
 * the others are simply there.
 */

import type { ChatState, TimelineItem } from '../client/chat-state.ts';

export interface Arrivals {
  /** Takes the next picture; answers the items that are new in it, in their order. */
  take(state: Pick<ChatState, 'connection' | 'messages'>): readonly TimelineItem[];
  /** The item came while somebody could watch. */
  has(key: string): boolean;
}

export function createArrivals(): Arrivals {
  const known = new Set<string>();
  const fresh = new Set<string>();
  let started = false;
  let restoring = false;
  return {
    take({ connection, messages }) {
      // A history that fills an empty transcript, in however many frames, is no news; what a reconnection adds is.
      restoring = connection.phase === 'replaying' && (restoring || known.size === 0);
      const silent = !started || restoring || connection.phase === 'idle';
      started = true;
      const added = messages.filter(item => !known.has(item.key));
      for (const item of added) known.add(item.key);
      const news = added.filter(item => !silent || isBeingSent(item));
      for (const item of news) fresh.add(item.key);
      return news;
    },
    has: key => fresh.has(key),
  };
}

/** A message of the visitor's on its way is always of this moment. */
export function isBeingSent(item: TimelineItem): boolean {
  return item.kind === 'message' && item.from === 'user' && (item.status === 'sending' || item.status === 'queued');
}
