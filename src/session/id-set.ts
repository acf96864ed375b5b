/** A set of strings that shares most of itself with its predecessor: adding to a set of ten thousand copies a few hundred entries at most. */

/** Recent ones above this number are put away, which copies everything. */
const RECENT = 256;

export interface IdSet {
  readonly older: ReadonlySet<string>;
  readonly recent: readonly string[];
}

export const EMPTY_IDS: IdSet = { older: new Set(), recent: [] };

export function hasId({ older, recent }: IdSet, id: string): boolean {
  return older.has(id) || recent.includes(id);
}

export function withIds({ older, recent }: IdSet, ids: readonly string[]): IdSet {
  const all = [...recent, ...ids];
  return all.length > RECENT ? { older: new Set([...older, ...all]), recent: [] } : { older, recent: all };
}
