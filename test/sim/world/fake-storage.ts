/**
 * A browser's storage of one visitor's conversation, on a given clock. It takes time, all pages see the same, and it can fail in every way
 * that browsers know. It fulfils the same contract as the real one: test/contracts/storage.contract.ts.
 */

import type { Clock, OwnRecords, Saved, Storage } from '../../../src/client/api/ports.ts';
import { createLane, type Travel } from './delay-line.ts';

/** A call without an answer is rejected after this time, as in the real storage. */
const ANSWER_MS = 10_000;

export interface StorageFaults {
  /** There is no room: saves are rejected, and the old record stays. */
  full: boolean;
  /** Calls are never executed, and rejected after ten seconds. */
  silent: boolean;
  /** Loads are rejected. */
  unreadable: boolean;
}

export interface FakePage extends Storage {
  /** The page is gone: unfinished writes are lost, and nothing is answered any more. */
  kill(): void;
}

export interface FakeStorage {
  /** Opens the storage in another page of the same visitor. */
  open(): FakePage;
  readonly faults: StorageFaults;
  /** Damages every stored part: its end is cut off. */
  corrupt(): void;
  /** The stored record. */
  peek(): Saved;
  /** Records of single tabs, by their names. */
  peekOwn(): readonly string[];
}

export function createFakeStorage(clock: Clock, travel: Travel): FakeStorage {
  const lane = createLane(clock, travel);
  const faults: StorageFaults = { full: false, silent: false, unreadable: false };
  let kept: Saved | undefined;
  /** The marker, without which nobody finds a record. Forgetting removes it at once, even if the rest has to wait. */
  let marked = false;
  const records = new Map<string, string>();
  const found = (): Saved | undefined => (marked ? kept : undefined);

  function open(): FakePage {
    let alive = true;
    /** How often the storage was cleared: a save that began before sets no marker. */
    let clears = 0;
    /** This page has written something, and not cleared it since. */
    let used = false;

    function attempt<T>(work: () => T): Promise<T> {
      return new Promise((resolve, reject) => {
        if (faults.silent) {
          clock.after(ANSWER_MS, () => alive && reject(new Error('no answer')));
          return;
        }
        lane(() => {
          if (!alive) return;
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        });
      });
    }

    const own: OwnRecords = {
      names: () => [...records.keys()],
      read: name => records.get(name) ?? null,
      write(name, text) {
        if (!alive) return;
        if (text === null) {
          records.delete(name);
          return;
        }
        if (faults.full) throw new Error('full');
        records.set(name, text);
        marked = true;
      },
    };

    return {
      own,
      known: () => marked,
      load: () =>
        attempt(() => {
          if (faults.unreadable) throw new Error('unreadable');
          if (!used && !marked) kept = undefined;
          return { ...kept };
        }),
      save(decide) {
        const begun = clears;
        used = true;
        const wasMarked = marked;
        return attempt(() => {
          if (faults.full) throw new Error('full');
          const parts = decide(kept?.head);
          if (!parts) return;
          kept = { ...kept, ...parts };
          // Sets no marker if this page or another one has cleared the storage meanwhile.
          if (begun === clears && (marked || !wasMarked)) marked = true;
        });
      },
      discard: () =>
        attempt(() => {
          kept = undefined;
          marked &&= records.size > 0;
        }),
      clear() {
        clears += 1;
        used = marked = false;
        records.clear();
        return attempt(() => {
          kept = undefined;
          if (!used) marked = false;
        });
      },
      kill: () => {
        alive = false;
      },
    };
  }

  return {
    open,
    faults,
    corrupt: () => {
      const damaged = Object.entries(found() ?? {}).map(([part, text]) => [part, text.slice(0, text.length / 2)]);
      if (found()) kept = Object.fromEntries(damaged);
    },
    peek: () => ({ ...found() }),
    peekOwn: () => [...records.values()],
  };
}
