/**
 * A log as it is kept: a reply that came in hundreds of pieces, and is whole, as one message where its first piece stood, and the last piece
 * behind it, which says how far the history has been read. Folded, it gives the same transcript: a message that stands there whole wins
 * over its pieces, over those as well that a platform sends once more.
 */

import type { ServerEvent, ServerEventOf } from '../../protocol/events.ts';

type Piece = ServerEventOf<'AGENT_MESSAGE_CHUNK'>;

/** Fewer chunks are not worth joining. */
const FEW = 2;

/** Up to `cursor` nothing can be missing; behind it each event counts (event-log.ts, unbrokenUpTo). */
export function compact(log: readonly ServerEvent[], cursor: number | null): readonly ServerEvent[] {
  const replies = new Map<string, Piece[]>();
  /** Replies that were still streaming when a SYSTEM_MESSAGE came: joined to one piece, they would not be the reply that it is about (view.ts). */
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

/** Nothing but pieces, each there once, of which only the last one says that it is. */
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
