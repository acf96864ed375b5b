/** Joins the chunks of a streamed reply by their index, because they may arrive in any order. Chunks after a gap are held back for a while. */

import type { ServerEventOf } from '../../protocol/events.ts';

/** Highest accepted index of a chunk. No reply is that long; the limit protects the memory. */
const MAX_CHUNK_INDEX = 100_000;
/** Number of interrupted streams kept for late chunks. */
export const MAX_STREAMS = 8;

export interface Stream {
  /** Text of all chunks before the first gap. */
  readonly solid: string;
  /** Index of the next chunk that `solid` can take. */
  readonly next: number;
  /** Chunks after a gap, by index. */
  readonly held: Readonly<Record<number, string>>;
  /** Index of the last chunk; null while unknown. */
  readonly last: number | null;
  /** True if the gap has lasted too long: the chunks after it are shown, and the missing one is inserted when it arrives. */
  readonly revealed: boolean;
  /** Number of messages that the visitor had sent when the latest chunk arrived. */
  readonly asked: number;
}

export const EMPTY_STREAM: Stream = { solid: '', next: 1, held: {}, last: null, revealed: false, asked: 0 };

/** Returns the stream with the chunk added, or the same stream if it already has the chunk. `asked` becomes the field of that name. */
export function addChunk(stream: Stream, chunk: ServerEventOf<'AGENT_MESSAGE_CHUNK'>, asked = 0): Stream {
  const { chunkIndex, text, isComplete } = chunk;
  if (chunkIndex < stream.next || chunkIndex in stream.held || chunkIndex > MAX_CHUNK_INDEX) return stream;
  const held = { ...stream.held, [chunkIndex]: text };
  let { solid, next } = stream;
  // Appends the chunks that now follow the solid text without a gap.
  for (let piece = held[next]; piece !== undefined; piece = held[next]) {
    solid += piece;
    delete held[next];
    next += 1;
  }
  // Once no gap is left, chunks after a new gap are held back again.
  const revealed = stream.revealed && hasGap({ held });
  return { solid, next, held, last: isComplete ? chunkIndex : stream.last, revealed, asked };
}

/** Adds a stream, and returns the ids of the streams that were evicted. */
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

/** Returns the text to show now. */
export function shownText(stream: Stream): string {
  // Integer keys of an object are in ascending order.
  return stream.solid + (stream.revealed ? Object.values(stream.held).join('') : '');
}
