/** Joins the pieces of a streamed reply by chunk index, whatever order they arrive in. What a gap holds back, and when it stops, lives here. */

import type { ServerEventOf } from '../../protocol/events.ts';

/** Pieces beyond this index are dropped: no reply is that long, and a sparse index must not grow memory. */
const MAX_CHUNK_INDEX = 100_000;
/** Broken-off streams kept for late pieces. */
export const MAX_STREAMS = 8;

export interface Stream {
  /** Text of every piece before the first gap. */
  readonly solid: string;
  /** Index of the next piece that `solid` can take. */
  readonly next: number;
  /** Pieces behind a gap, by index. */
  readonly held: Readonly<Record<number, string>>;
  /** Index of the piece that said it was the last; null while unknown. */
  readonly last: number | null;
  /** The gap has lasted too long: show what is there, mend when the piece comes. */
  readonly revealed: boolean;
  /** How many messages the visitor had sent when its last piece came. */
  readonly asked: number;
}

export const EMPTY_STREAM: Stream = { solid: '', next: 1, held: {}, last: null, revealed: false, asked: 0 };

/** The stream with one more piece; the same stream when the piece is known already. `asked`: as in Stream. */
export function addChunk(stream: Stream, chunk: ServerEventOf<'AGENT_MESSAGE_CHUNK'>, asked = 0): Stream {
  const { chunkIndex, text, isComplete } = chunk;
  if (chunkIndex < stream.next || chunkIndex in stream.held || chunkIndex > MAX_CHUNK_INDEX) return stream;
  const held = { ...stream.held, [chunkIndex]: text };
  let { solid, next } = stream;
  // Moves pieces that have become contiguous into the solid text.
  for (let piece = held[next]; piece !== undefined; piece = held[next]) {
    solid += piece;
    delete held[next];
    next += 1;
  }
  // Once it is mended, the next gap is one of its own.
  const revealed = stream.revealed && hasGap({ held });
  return { solid, next, held, last: isComplete ? chunkIndex : stream.last, revealed, asked };
}

/** Keeps a stream, and returns the ids of those that had to go. */
export function keepStream(streams: Map<string, Stream>, messageId: string, stream: Stream): readonly string[] {
  streams.set(messageId, stream);
  const gone = [...streams.keys()].slice(0, -MAX_STREAMS);
  for (const id of gone) streams.delete(id);
  return gone;
}

export function hasGap({ held }: Pick<Stream, 'held'>): boolean {
  return Object.keys(held).length > 0;
}

export function isWhole(stream: Stream): boolean {
  return stream.last !== null && stream.next > stream.last;
}

/** Returns the text that a reader may see now. */
export function shownText(stream: Stream): string {
  // Integer keys of an object come in ascending order.
  return stream.solid + (stream.revealed ? Object.values(stream.held).join('') : '');
}
