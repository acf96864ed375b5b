/** Folds the pieces of a streamed reply into one entry of the log, because a reply may have hundreds of them. */

import type { FoldedStream, LogEntry } from './log-entry.ts';

/** Number of pieces whose contents are stored. Later ones appear only in the text. */
const MAX_KEPT_PIECES = 500;
const MAX_KEPT_TEXT = 100_000;

/** Returns the entry with the piece of another entry added. */
export function foldPiece<T extends LogEntry>(entry: T, next: LogEntry): T {
  const [first, piece] = [entry.stream ?? startOf(entry), next.piece];
  if (!first || !piece) return entry;
  const stream: FoldedStream = {
    id: first.id,
    pieces: first.pieces + 1,
    endedAt: next.at,
    text: (first.text + piece.text).slice(0, MAX_KEPT_TEXT),
    isComplete: piece.isLast,
  };
  const kept = entry.stream ? (entry.data as readonly unknown[]) : [entry.data];
  return {
    ...entry,
    stream,
    detail: streamDetail(stream, entry.at),
    bytes: (entry.bytes ?? 0) + (next.bytes ?? 0),
    data: kept.length < MAX_KEPT_PIECES ? [...kept, next.data] : kept,
  };
}

function startOf({ piece, at }: LogEntry): FoldedStream | undefined {
  return piece && { id: piece.id, pieces: 1, endedAt: at, text: piece.text, isComplete: piece.isLast };
}

function streamDetail({ pieces, endedAt, text, isComplete }: FoldedStream, startedAt: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const words = plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
  const time = `${Math.max(0, Math.round(endedAt - startedAt)).toLocaleString('en-GB')} ms`;
  return [`${pieces} pieces`, isComplete ? time : `${time} so far`, words && `“${words}”`].filter(Boolean).join(' · ');
}
