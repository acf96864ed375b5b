/** Which messages are where a reload finds them again, and whether the storage has had its chance with the others. Reads records, writes none. */

import type { Saved } from '../../../src/client/api/ports.ts';
import { type Kept, readOwn, readParts, type Snapshot } from '../../../src/session/state/snapshot.ts';

export interface Safe {
  /** This is what a tab has put down of its own. */
  putDown(own: string): void;
  /** These parts are written now, beside others. */
  saved(parts: Saved, beside: Saved): void;
  /** A write failed, or has taken so long that nobody waits for it. */
  trouble(at: number): void;
  /** What was kept is lost, or was thrown away. */
  lost(): void;
  /** The record cannot be read, and whoever tries throws it away. */
  damage(): void;
  said(id: string, at: number): void;
  /** It is kept, or the storage failed since it was written. */
  maySend(id: string, at: number): boolean;
  has(id: string): boolean;
  /** Sessions of which it was written, where it can be read, that the visitor has ended them. */
  readonly ended: ReadonlySet<string>;
  /** The record was damaged, and none was written since. */
  readonly damaged: boolean;
  /** The storage has failed at least once, one way or another. */
  readonly failed: boolean;
  /** The latest write did not succeed. */
  readonly behind: boolean;
}

export function createSafe(): Safe {
  const saidAt = new Map<string, number>();
  const ever = new Set<string>();
  const now = new Set<string>();
  const ended = new Set<string>();
  let troubleAt = Number.NEGATIVE_INFINITY;
  let failed = false;
  let behind = false;
  let damaged = false;
  return {
    saved({ head }, beside) {
      behind = damaged = false;
      const { session, ending } = readHead(head) ?? {};
      // A transcript that was damaged before costs the whole record.
      if (session && ending && typeof readParts(beside) !== 'string') ended.add(session.id);
    },
    putDown(own) {
      for (const { id } of readOwn(own)?.outbox ?? []) {
        ever.add(id);
        now.add(id);
      }
    },
    trouble: at => {
      troubleAt = at;
      failed = behind = true;
    },
    lost() {
      now.clear();
      failed = true;
    },
    damage() {
      damaged = true;
    },
    said: (id, at) => void saidAt.set(id, at),
    maySend: (id, at) => ever.has(id) || troubleAt >= (saidAt.get(id) ?? at),
    has: id => now.has(id),
    ended,
    get damaged() {
      return damaged;
    },
    get failed() {
      return failed;
    },
    get behind() {
      return behind;
    },
  };
}

/** The small record: all of a snapshot but what was said, and what its writer adds. */
export type Head = Omit<Snapshot, 'log' | 'past'> & Omit<Kept, 'snapshot'>;

/** What stands in a record, without a look at its version and checksum; undefined when it is damaged. */
export function readHead(text: string | undefined): Head | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.slice(text.indexOf('{')));
  } catch {
    return undefined;
  }
}
