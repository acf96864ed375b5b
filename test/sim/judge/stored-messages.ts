/**
 * Messages that are stored where a reload finds them, and others with which the storage has had its chance. Reads records, writes none.
 */

import type { Saved } from '../../../src/client/api/ports.ts';
import { type Kept, readOwn, readParts, type Snapshot } from '../../../src/session/state/snapshot.ts';

export interface Safe {
  /** A tab has stored its own record. */
  putDown(own: string): void;
  /** These parts are being written. `beside` are the parts that stay as they are. */
  saved(parts: Saved, beside: Saved): void;
  /** A write failed, or took so long that it no longer counts. */
  trouble(at: number): void;
  /** The record was lost or discarded. */
  lost(): void;
  /** The record is damaged. The next tab that reads it discards it. */
  damage(): void;
  said(id: string, at: number): void;
  /** True if the message is stored, or if the storage has failed since it was written. */
  maySend(id: string, at: number): boolean;
  has(id: string): boolean;
  /** Sessions whose end by the visitor is stored in a readable record. */
  readonly ended: ReadonlySet<string>;
  /** The record was damaged and has not been replaced yet. */
  readonly damaged: boolean;
  /** The storage has failed at least once, one way or another. */
  readonly failed: boolean;
  /** The latest write has failed. */
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
      // A damaged transcript makes the whole record unreadable.
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
      // A page that slept meanwhile can no longer read of it.
      ended.clear();
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

/** The small record: a snapshot without its messages, with additions of its writer. */
export type Head = Omit<Snapshot, 'log' | 'past'> & Omit<Kept, 'snapshot'>;

/** Reads a record without checking its version and checksum; undefined if it is damaged. */
export function readHead(text: string | undefined): Head | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.slice(text.indexOf('{')));
  } catch {
    return undefined;
  }
}
