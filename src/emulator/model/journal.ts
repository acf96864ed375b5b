/**
 * The journal of one session: every persistent event as the text that was sent, in the order of its sequence. Stores texts rather than events,
 * because a replay must send exactly the text of the live event, including unknown fields of injected events.
 */

import { encodeBatch } from '../../protocol/encode.ts';
import type { Dialect } from '../../protocol/events.ts';

export interface HistoryEntry {
  readonly id: string;
  readonly sequence: number;
  /** The event as JSON. */
  readonly text: string;
}

export interface History {
  readonly entries: readonly HistoryEntry[];
  nextSequence(): number;
  /** Returns false, and stores nothing, if the sequence is not above the last one or the id is known. */
  append(entry: HistoryEntry): boolean;
  /** Returns the entries after the cursor. */
  after(cursor: number): readonly HistoryEntry[];
}

export function createHistory(): History {
  const entries: HistoryEntry[] = [];
  const ids = new Set<string>();
  const lastSequence = () => entries.at(-1)?.sequence ?? 0;
  return {
    entries,
    nextSequence: () => lastSequence() + 1,
    append(entry) {
      if (entry.sequence <= lastSequence() || ids.has(entry.id)) return false;
      entries.push(entry);
      ids.add(entry.id);
      return true;
    },
    after(cursor) {
      let low = 0;
      let high = entries.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        const entry = entries[middle];
        if (entry && entry.sequence <= cursor) low = middle + 1;
        else high = middle;
      }
      return entries.slice(low);
    },
  };
}

/** Returns 12 for `12` and `seq:12`. Returns 0, the beginning, for anything else, because a socket is not refused for an unreadable cursor. */
export function parseCursor(cursor: string | null): number {
  const digits = /^(?:seq:)?(\d{1,15})$/.exec(cursor ?? '')?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/** Returns an EVENT_BATCH frame that contains these events, which are JSON texts already. */
export function batchFrame(texts: readonly string[], dialect: Dialect): string {
  const empty = encodeBatch([], dialect);
  const list = empty.lastIndexOf('[]') + 1;
  return empty.slice(0, list) + texts.join(',') + empty.slice(list);
}
