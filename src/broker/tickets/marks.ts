/** Marks: names that are remembered for a while, such as ids of revoked tickets. */

/** Largest number of marks in memory. Setting one takes a valid ticket or a solved challenge, so the rate limits keep the real number far lower. */
const MAX_MARKS = 100_000;

/** Holds marks. Replicas that share a store see each other's marks. */
export interface MarkStore {
  /**
   * Sets a mark for `ms` milliseconds. Resolves with false if it was already set. Never rejected: an implementation that cannot reach its database
   * uses memory.
   */
  set(name: string, ms: number): Promise<boolean>;
  /** Resolves with true while the mark is set. Never rejected. */
  has(name: string): Promise<boolean>;
}

/** Holds marks in memory. If there are more than `maxMarks`, removes the oldest one. */
export function createMemoryMarks(now: () => number, maxMarks = MAX_MARKS): MarkStore {
  /** Name → time at which the mark expires, in the order in which the marks were set. */
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
