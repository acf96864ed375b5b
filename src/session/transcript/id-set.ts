/** A set of strings that shares most of itself with its predecessor: adding to a set of ten thousand copies a few hundred entries at most. */

/** Recent ones above this number are put away, which copies everything. */
const RECENT = 256;

export interface IdSet {
  readonly older: ReadonlySet<string>;
  readonly recent: readonly string[];
}

export const EMPTY_IDS: IdSet = { older: new Set(), recent: [] };

/** A set to which up to `more` ids are added: `add` says whether an id is new. Where they are many, they are put away at once. */
export function growing({ older, recent }: IdSet, more: number): { readonly ids: IdSet; add(id: string): boolean } {
  const isMany = recent.length + more > RECENT;
  const all = isMany ? new Set([...older, ...recent]) : older;
  const last = isMany ? [] : [...recent];
  return {
    ids: { older: all, recent: last },
    add(id) {
      // Many ids are looked up one by one.
      const { size } = all;
      if (isMany) return (all as Set<string>).add(id).size > size;
      if (all.has(id) || last.includes(id)) return false;
      last.push(id);
      return true;
    },
  };
}
