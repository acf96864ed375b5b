/** An immutable set of ids that shares most of its memory with the set it was made from. Adding an id copies at most a few hundred ids, not all. */

/** Largest number of ids in `recent`. If there are more, they are moved to a copy of `older`. */
const RECENT = 256;

export interface IdSet {
  readonly older: ReadonlySet<string>;
  readonly recent: readonly string[];
}

export const EMPTY_IDS: IdSet = { older: new Set(), recent: [] };

/** Returns a set to which up to `more` ids can be added. `add` returns true if the id is new. Many ids are added to `older` at once. */
export function growing({ older, recent }: IdSet, more: number): { readonly ids: IdSet; add(id: string): boolean } {
  const isMany = recent.length + more > RECENT;
  const all = isMany ? new Set([...older, ...recent]) : older;
  const last = isMany ? [] : [...recent];
  return {
    ids: { older: all, recent: last },
    add(id) {
      // Uses the set for many ids, for which `includes` would be slow.
      const { size } = all;
      if (isMany) return (all as Set<string>).add(id).size > size;
      if (all.has(id) || last.includes(id)) return false;
      last.push(id);
      return true;
    },
  };
}
