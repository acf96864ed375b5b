/** Joins the pieces of a streamed reply by chunk index, whatever order they arrive in. What a gap holds back, and when it stops, lives here. */

import type { ServerEventOf } from '../protocol/events.ts';

/** Pieces beyond this index are dropped: no reply is that long, and a sparse index must not grow memory. */
const MAX_CHUNK_INDEX = 100_000;
/** Pieces held for a gap; more than these and the gap is given up. */
const MAX_HELD = 500;

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
}

export const EMPTY_STREAM: Stream = { solid: '', next: 1, held: {}, last: null, revealed: false };

/** The stream with one more piece; the same stream when the piece is known already. */
export function addChunk(stream: Stream, chunk: ServerEventOf<'AGENT_MESSAGE_CHUNK'>): Stream {
  const { chunkIndex, text, isComplete } = chunk;
  if (chunkIndex < stream.next || chunkIndex in stream.held || chunkIndex > MAX_CHUNK_INDEX) return stream;
  const last = isComplete ? chunkIndex : stream.last;
  if (chunkIndex !== stream.next) {
    const held = { ...stream.held, [chunkIndex]: text };
    return { ...stream, held, last, revealed: stream.revealed || Object.keys(held).length > MAX_HELD };
  }
  return absorb({ ...stream, solid: stream.solid + text, next: chunkIndex + 1, last });
}

/** Moves held pieces that have become contiguous into the solid text. */
function absorb(stream: Stream): Stream {
  if (!(stream.next in stream.held)) return stream;
  const held = { ...stream.held };
  let { solid, next } = stream;
  for (let piece = held[next]; piece !== undefined; piece = held[next]) {
    solid += piece;
    delete held[next];
    next += 1;
  }
  return { ...stream, solid, next, held, revealed: stream.revealed && Object.keys(held).length > 0 };
}

export function hasGap(stream: Stream): boolean {
  for (const _ in stream.held) return true;
  return false;
}

export function isWhole(stream: Stream): boolean {
  return stream.last !== null && stream.next > stream.last;
}

/** What a reader may see now. */
export function shownText(stream: Stream): string {
  if (!stream.revealed || !hasGap(stream)) return stream.solid;
  // Integer keys of an object come in ascending order.
  return stream.solid + Object.values(stream.held).join('');
}
