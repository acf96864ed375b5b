/** Reads fields out of unknown JSON. The only casts of the protocol live here; each reader returns undefined rather than throw. */

import { MAX_LIST_ITEMS } from './limits.ts';

export type Json = Readonly<Record<string, unknown>>;

export function readObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** An own property only: a payload named `constructor` must not find Object.prototype. */
export function field(from: Json, key: string): unknown {
  return Object.hasOwn(from, key) ? from[key] : undefined;
}

/** Reads the first of several names that holds what is accepted. */
const first =
  <T>(accepts: (value: unknown) => value is T) =>
  (from: Json, ...keys: readonly string[]): T | undefined => {
    for (const key of keys) {
      const value = field(from, key);
      if (accepts(value)) return value;
    }
    return undefined;
  };

/** A string, or undefined for anything else; the first of several names that holds one. */
export const readString = first(value => typeof value === 'string');

/** A non-empty string or undefined. */
export const readText = first((value): value is string => typeof value === 'string' && value !== '');

export const readFlag = first(value => typeof value === 'boolean');

/** A finite number at or above `min`, rounded, or undefined. */
export function readNumber(from: Json, min: number, ...keys: readonly string[]): number | undefined {
  const value = first((each): each is number => Number.isFinite(each) && (each as number) >= min)(from, ...keys);
  return value && Math.round(value);
}

/** A safe integer at or above `min`, or undefined. */
export function readInt(from: Json, min: number, ...keys: readonly string[]): number | undefined {
  return first((each): each is number => Number.isSafeInteger(each) && (each as number) >= min)(from, ...keys);
}

/** One of the words that a field may hold, in our own terms; undefined for any other. */
export function readWord<T>(from: Json, key: string, words: Readonly<Record<string, T>>, prefix = ''): T | undefined {
  return field(words, (readString(from, key) ?? '').replace(prefix, '')) as T | undefined;
}

/** The items of a list that the reader accepts, at most `MAX_LIST_ITEMS`; anything that is not a list is an empty one. */
export function readList<T>(from: Json, key: string, read: (item: Json) => T | undefined): readonly T[] {
  const value = field(from, key);
  if (!Array.isArray(value)) return [];
  const items: T[] = [];
  for (const raw of value) {
    if (items.length === MAX_LIST_ITEMS) break;
    const object = readObject(raw);
    const item = object && read(object);
    if (item !== undefined) items.push(item);
  }
  return items;
}

/** The pairs of an object whose values are strings; `__proto__` is never a key. */
export function readPairs(value: unknown): Readonly<Record<string, string>> {
  const pairs = Object.entries(readObject(value) ?? {});
  return Object.fromEntries(pairs.filter(([key, text]) => typeof text === 'string' && key !== '__proto__')) as Record<
    string,
    string
  >;
}

/** Drops the keys whose value is undefined, so that an absent field is absent and not `undefined`. */
export function present<T extends object>(source: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(source)) if (value !== undefined) result[key] = value;
  return result as { [K in keyof T]: Exclude<T[K], undefined> };
}
