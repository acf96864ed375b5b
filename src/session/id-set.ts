/** A set of strings that shares most of itself with its predecessor: adding to a set of ten thousand copies a few dozen entries. */

const BUCKETS = 256;

export type IdSet = readonly (readonly string[])[];

export const EMPTY_IDS: IdSet = Array.from({ length: BUCKETS }, () => []);

export function hasId(set: IdSet, id: string): boolean {
  return set[bucketOf(id)]?.includes(id) ?? false;
}

export function withIds(set: IdSet, ids: readonly string[]): IdSet {
  const next = [...set];
  const own = new Set<number>();
  for (const id of ids) {
    const index = bucketOf(id);
    const bucket = own.has(index) ? (next[index] as string[]) : [...(next[index] ?? [])];
    own.add(index);
    bucket.push(id);
    next[index] = bucket;
  }
  return next;
}

function bucketOf(id: string): number {
  let hash = 0;
  for (let i = 0; i < id.length; i++) hash = (hash * 31 + id.charCodeAt(i)) | 0;
  return (hash >>> 0) % BUCKETS;
}
