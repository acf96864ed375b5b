/**
 * Compacts a log for storage. A complete reply of many chunks becomes one message, at the place of its first chunk. Its last chunk is kept as well,
 * because its sequence tells how far the history has been read. The fold gives the same transcript: once there is a complete message, its chunks are
 * ignored, even if the platform sends them again.
 */

import type { ServerEvent, ServerEventOf } from '../../protocol/events.ts';

type Piece = ServerEventOf<'AGENT_MESSAGE_CHUNK'>;

/** A reply of at most this many chunks is not compacted. */
const FEW = 2;

/**
 * Compacts the log up to `cursor`. The events after it stay, because the search for missing sequences needs them (`unbrokenUpTo` in event-log.ts).
 */
export function compact(log: readonly ServerEvent[], cursor: number | null): readonly ServerEvent[] {
  const replies = new Map<string, Piece[]>();
  /**
   * Replies that were still streaming when a SYSTEM_MESSAGE came. They stay uncompacted, because the notice may interrupt a streaming reply
   * (view.ts).
   */
  const apart = new Set<string>();
  for (const event of log) {
    const { messageId } = event as Piece;
    if (event.type === 'SYSTEM_MESSAGE') for (const [id, all] of replies) if (!isWhole(all, Infinity)) apart.add(id);
    const all = replies.get(messageId);
    if (all) all.push(event as Piece);
    else if (messageId) replies.set(messageId, [event as Piece]);
  }
  for (const [id, all] of replies) if (apart.has(id) || !isWhole(all, cursor ?? 0)) replies.delete(id);
  return log.flatMap(event => {
    const all = replies.get((event as Piece).messageId) ?? [event];
    if (event === all.at(-1)) return event;
    return event === all[0] ? joined(all as Piece[]) : [];
  });
}

/** Returns true if the events are all the chunks of one reply, each exactly once, and only the last chunk is marked as complete. */
function isWhole(all: readonly Piece[], cursor: number): boolean {
  const { length } = all;
  return (
    length > FEW &&
    (all.at(-1)?.sequence ?? 0) <= cursor &&
    new Set(all.map(each => each.chunkIndex)).size === length &&
    all.every(({ chunkIndex, isComplete }) => chunkIndex <= length && isComplete === (chunkIndex === length))
  );
}

function joined(all: readonly Piece[]): ServerEvent {
  const { chunkIndex: _, isComplete: __, ...first } = all[0] as Piece;
  const texts: string[] = [];
  for (const { chunkIndex, text } of all) texts[chunkIndex] = text;
  return {
    ...first,
    type: 'AGENT_MESSAGE',
    text: texts.join(''),
    attachments: all.flatMap(each => each.attachments),
    suggestions: all.flatMap(each => each.suggestions),
    callActions: all.flatMap(each => each.callActions),
  };
}
