/** Stores the latest entries of the inspector's log with consecutive numbers, and tests them against the filter. */

import type { EntryKind, LogEntry } from './log-entry.ts';

export interface NumberedEntry extends LogEntry {
  /** Consecutive number from 1. `clear` does not reset it. */
  readonly number: number;
}

export interface LogStore {
  add(entry: LogEntry): void;
  /** Returns the entries, oldest first, at most `limit`. */
  all(): readonly NumberedEntry[];
  /** Returns the number of entries since the last `clear`, including dropped ones. */
  seen(): number;
  clear(): void;
  /** Calls `changed` synchronously after every change. */
  subscribe(changed: () => void): void;
}

export const MAX_ENTRIES = 2000;

export function createLogStore(limit = MAX_ENTRIES): LogStore {
  const kept: NumberedEntry[] = [];
  const listeners: (() => void)[] = [];
  let last = 0;
  let cleared = 0;
  const notify = (): void => {
    for (const changed of listeners) changed();
  };
  return {
    add(entry) {
      last += 1;
      kept.push({ ...entry, number: last });
      if (kept.length > limit) kept.shift();
      notify();
    },
    all: () => kept,
    seen: () => last - cleared,
    clear() {
      kept.length = 0;
      cleared = last;
      notify();
    },
    subscribe: changed => void listeners.push(changed),
  };
}

export interface Filter {
  readonly kinds: ReadonlySet<EntryKind>;
  /** Words that an entry must have, and words with a minus that it must not have: `message -heartbeat`. */
  readonly text: string;
}

/** Returns the test of a filter. Required words are searched in the visible text and in the contents. */
export function filterMatcher({ kinds, text }: Filter): (entry: LogEntry) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.filter(word => !word.startsWith('-'));
  const unwanted = words.filter(word => /^-./.test(word)).map(word => word.slice(1));
  if (wanted.length + unwanted.length === 0) return entry => kinds.has(entry.kind);
  return entry => {
    if (!kinds.has(entry.kind)) return false;
    const shown = `${entry.title} ${entry.detail}`.toLowerCase();
    // Excluded words apply to the visible text only: the contents of many entries mention timers and heartbeats.
    if (unwanted.some(word => shown.includes(word))) return false;
    return wanted.every(word => shown.includes(word) || `${JSON.stringify(entry.data)}`.toLowerCase().includes(word));
  };
}
