/** Stores the latest entries of the inspector's log with consecutive numbers, and tests them against the filter. */

import { foldPiece } from './fold-stream.ts';
import type { EntryKind, LogEntry } from './log-entry.ts';

export interface NumberedEntry extends LogEntry {
  /** Consecutive number from 1. `clear` does not reset it. */
  readonly number: number;
}

export interface LogStore {
  /** Adds an entry. A piece of a streamed reply goes into the entry of its first piece. */
  add(entry: LogEntry): void;
  /** Returns the stored entries, oldest first. There are at most `limit`. */
  all(): readonly NumberedEntry[];
  /** Returns the number of entries since the last `clear`, including dropped ones. */
  seen(): number;
  /** Returns the entries that have changed since they were added, and since the last call. */
  takeChanged(): readonly NumberedEntry[];
  clear(): void;
  /** Calls `changed` synchronously after every change. */
  subscribe(changed: () => void): void;
}

export const MAX_ENTRIES = 2000;

export function createLogStore(limit = MAX_ENTRIES): LogStore {
  const kept: NumberedEntry[] = [];
  const listeners: (() => void)[] = [];
  /** Numbers of the entries of streamed replies that are not complete, by the id of the reply. */
  const streams = new Map<string, number>();
  const changed = new Set<number>();
  let last = 0;
  let cleared = 0;
  const notify = (): void => {
    for (const listener of listeners) listener();
  };

  /** Adds a piece to the entry of the first piece. Returns false if that entry has been dropped. */
  function fold(entry: LogEntry, number: number | undefined): boolean {
    const index = number === undefined ? -1 : kept.findIndex(each => each.number === number);
    const first = kept[index];
    if (!first) return false;
    kept[index] = foldPiece(first, entry);
    changed.add(first.number);
    return true;
  }

  return {
    add(entry) {
      const { piece } = entry;
      if (piece && fold(entry, streams.get(piece.id))) {
        if (piece.isLast) streams.delete(piece.id);
        notify();
        return;
      }
      last += 1;
      if (piece && !piece.isLast) streams.set(piece.id, last);
      kept.push({ ...entry, number: last });
      if (kept.length > limit) kept.shift();
      notify();
    },
    all: () => kept,
    seen: () => last - cleared,
    takeChanged() {
      const entries = kept.filter(each => changed.has(each.number));
      changed.clear();
      return entries;
    },
    clear() {
      kept.length = 0;
      streams.clear();
      cleared = last;
      notify();
    },
    subscribe: changed => void listeners.push(changed),
  };
}

export interface Filter {
  readonly kinds: ReadonlySet<EntryKind>;
  /** Words that an entry must contain, and words with a minus that it must not contain: `message -heartbeat`. */
  readonly text: string;
}

/** Returns a function that tests an entry. Required words may be in the visible text or in the contents. */
export function filterMatcher({ kinds, text }: Filter): (entry: LogEntry) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.filter(word => !word.startsWith('-'));
  const unwanted = words.filter(word => /^-./.test(word)).map(word => word.slice(1));
  if (wanted.length + unwanted.length === 0) return entry => kinds.has(entry.kind);
  return entry => {
    if (!kinds.has(entry.kind)) return false;
    const shown = `${entry.title} ${entry.detail}`.toLowerCase();
    // Searches for excluded words only in the visible text, because the contents of many entries mention timers and heartbeats.
    if (unwanted.some(word => shown.includes(word))) return false;
    return wanted.every(word => shown.includes(word) || `${JSON.stringify(entry.data)}`.toLowerCase().includes(word));
  };
}
