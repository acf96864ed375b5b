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

/** A string, or undefined for anything else; the first of several names that holds one. */
export function readString(from: Json, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = field(from, key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** A non-empty string or undefined. */
export function readText(from: Json, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = field(from, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** A safe integer at or above `min`, or undefined. */
export function readInt(from: Json, min: number, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = field(from, key);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
  }
  return undefined;
}

/** A finite number at or above `min`, rounded, or undefined. */
export function readNumber(from: Json, min: number, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = field(from, key);
    if (typeof value === 'number' && Number.isFinite(value) && value >= min) return Math.round(value);
  }
  return undefined;
}

export function readFlag(from: Json, key: string): boolean | undefined {
  const value = field(from, key);
  return typeof value === 'boolean' ? value : undefined;
}

/** The items of a list that the reader accepts, at most `MAX_LIST_ITEMS`; anything that is not a list is an empty one. */
export function readList<T>(from: Json, key: string, read: (item: Json) => T | undefined): readonly T[] {
  const value = field(from, key);
  if (!Array.isArray(value)) return [];
  const items: T[] = [];
  for (const raw of value) {
    if (items.length === MAX_LIST_ITEMS) break;
    const item = readObject(raw);
    const read1 = item && read(item);
    if (read1 !== undefined) items.push(read1);
  }
  return items;
}

/** The pairs of an object whose values are strings; `__proto__` is never a key. */
export function readPairs(value: unknown): Readonly<Record<string, string>> {
  const source = readObject(value);
  if (!source) return {};
  const pairs: Record<string, string> = {};
  for (const key of Object.keys(source)) {
    const text = source[key];
    if (typeof text === 'string' && key !== '__proto__') pairs[key] = text;
  }
  return pairs;
}

/** Drops the keys whose value is undefined, so that an absent field is absent and not `undefined`. */
export function present<T extends object>(source: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(source)) if (value !== undefined) result[key] = value;
  return result as { [K in keyof T]: Exclude<T[K], undefined> };
}
