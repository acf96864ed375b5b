/** The last lines of the inspector, each with its running number, and which of them a filter lets through. */

import type { Line, LineKind } from './log-entry.ts';

export interface NumberedLine extends Line {
  /** Counts from 1, and goes on after `clear`. */
  readonly number: number;
}

export interface Lines {
  add(line: Line): void;
  /** Oldest first, at most `limit`. */
  all(): readonly NumberedLine[];
  /** How many there have been since the last `clear`, those that are gone included. */
  seen(): number;
  clear(): void;
  /** Called after every change, in the same turn. */
  subscribe(changed: () => void): void;
}

export const LINES_KEPT = 2000;

export function createLines(limit = LINES_KEPT): Lines {
  const kept: NumberedLine[] = [];
  const listeners: (() => void)[] = [];
  let last = 0;
  let cleared = 0;
  const tell = (): void => {
    for (const changed of listeners) changed();
  };
  return {
    add(line) {
      last += 1;
      kept.push({ ...line, number: last });
      if (kept.length > limit) kept.shift();
      tell();
    },
    all: () => kept,
    seen: () => last - cleared,
    clear() {
      kept.length = 0;
      cleared = last;
      tell();
    },
    subscribe: changed => void listeners.push(changed),
  };
}

export interface Filter {
  readonly kinds: ReadonlySet<LineKind>;
  /** Words that a line must have, and words that it must not, with a minus in front: `message -heartbeat`. */
  readonly text: string;
}

/** Whether a line passes. Words are looked for in what the line shows and in what it unfolds to. */
export function matcher({ kinds, text }: Filter): (line: Line) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.filter(word => !word.startsWith('-'));
  const unwanted = words.filter(word => /^-./.test(word)).map(word => word.slice(1));
  if (wanted.length + unwanted.length === 0) return line => kinds.has(line.kind);
  return line => {
    if (!kinds.has(line.kind)) return false;
    const shown = `${line.title} ${line.detail}`.toLowerCase();
    // A minus means the line, not its depths: timers and heartbeats are named deep inside many others.
    if (unwanted.some(word => shown.includes(word))) return false;
    return wanted.every(word => shown.includes(word) || `${JSON.stringify(line.data)}`.toLowerCase().includes(word));
  };
}
