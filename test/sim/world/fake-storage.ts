/**
 * What a browser keeps of one visitor's conversation, under a given clock: it takes a while, all pages see the same, and it can fail in
 * every way that browsers know. The contract that it shares with the real one is test/contracts/storage.contract.ts.
 */

import type { Clock, OwnRecords, Saved, Storage } from '../../../src/client/api/ports.ts';
import { createLane, type Travel } from './delay-line.ts';

/** An answer that does not come counts as failed after this long, as the real one has it. */
const ANSWER_MS = 10_000;

export interface StorageFaults {
  /** There is no room: saves are rejected, and what was kept stays. */
  full: boolean;
  /** What is asked now is never done, and rejected after ten seconds. */
  silent: boolean;
  /** Loads are rejected. */
  unreadable: boolean;
}

export interface FakePage extends Storage {
  /** The page is gone: what was not safe is lost, and nothing is answered any more. */
  kill(): void;
}

export interface FakeStorage {
  /** As another page of the same visitor sees it. */
  open(): FakePage;
  readonly faults: StorageFaults;
  /** Damages every part that is kept: its end is missing. */
  corrupt(): void;
  /** What is kept now. */
  peek(): Saved;
  /** What single tabs have put down, by their names. */
  peekOwn(): readonly string[];
}

export function createFakeStorage(clock: Clock, travel: Travel): FakeStorage {
  const lane = createLane(clock, travel);
  const faults: StorageFaults = { full: false, silent: false, unreadable: false };
  let kept: Saved | undefined;
  /** Taken away at once when it is to be forgotten, even where the rest has to wait. What lies there without it is found by nobody. */
  let marked = false;
  const records = new Map<string, string>();
  const found = (): Saved | undefined => (marked ? kept : undefined);

  function open(): FakePage {
    let alive = true;
    /** How often it was cleared: what was under way then leaves no mark. */
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
          // Cleared here, or by another page meanwhile.
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
