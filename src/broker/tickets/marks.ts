/** Marks: names that are remembered for a while, such as ids of revoked tickets. */

/** Largest number of marks in memory. Each needs a valid ticket or a solved challenge, so the rate limits keep their number far below. */
const MAX_MARKS = 100_000;

/** Holds marks. Replicas that share one know each other's. */
export interface MarkStore {
  /** Sets a mark for `ms` milliseconds. Returns false if it was set already. Never rejected: without its store an implementation uses memory. */
  set(name: string, ms: number): Promise<boolean>;
  /** Returns true while the mark is set. Never rejected. */
  has(name: string): Promise<boolean>;
}

/** Remembers in memory. Beyond `maxMarks` the oldest one goes. */
export function createMemoryMarks(now: () => number, maxMarks = MAX_MARKS): MarkStore {
  /** Name → time at which it is forgotten, in the order in which they were set. */
  const ends = new Map<string, number>();

  function isSet(name: string): boolean {
    return (ends.get(name) ?? 0) > now();
  }

  function makeRoom(): void {
    for (const [name, end] of ends) {
      if (end > now() && ends.size < maxMarks) return;
      ends.delete(name);
    }
  }

  return {
    async set(name, ms) {
      if (isSet(name)) return false;
      makeRoom();
      ends.delete(name);
      ends.set(name, now() + ms);
      return true;
    },
    has: async name => isSet(name),
  };
}
