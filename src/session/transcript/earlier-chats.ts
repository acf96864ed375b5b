/** Earlier chats, which have ended before the visitor began the current one. The last few are stored for as long as a conversation is. */

import type { EarlierChat, MessageItem, TimelineItem } from './items.ts';

const MOST_CHATS = 5;
const MOST_MESSAGES = 200;
/** Age in milliseconds at which a chat is dropped: seven days, the same as for a stored conversation (snapshot-writer.ts). */
const KEEP_MS = 7 * 24 * 3_600_000;

/** Adds the items of a chat that has ended, unless the visitor has written nothing in it. The newest chat comes first. */
export function withEarlier(
  earlier: readonly EarlierChat[],
  items: readonly TimelineItem[],
  at: number,
): readonly EarlierChat[] {
  const messages = items.filter((item): item is MessageItem => item.kind === 'message').slice(-MOST_MESSAGES);
  const last = messages.at(-1);
  const isKnown = earlier.some(({ key }) => key === last?.key);
  if (!last || isKnown || !messages.some(({ from }) => from === 'user')) return recent(earlier, at);
  return recent([{ key: last.key, at: last.at, messages }, ...earlier], at).slice(0, MOST_CHATS);
}

/** Drops the chats that are too old. Returns the same list if no chat is too old. */
export function recent(earlier: readonly EarlierChat[], now: number): readonly EarlierChat[] {
  const kept = earlier.filter(({ at }) => now - at < KEEP_MS);
  return kept.length === earlier.length ? earlier : kept;
}
