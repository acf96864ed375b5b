/** Reads fields out of unknown JSON. The only casts of the protocol live here; each reader returns undefined rather than throw. */

import { MAX_LIST_ITEMS } from './limits.ts';

export type Json = Readonly<Record<string, unknown>>;

export function readObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** An own property only: a payload named `constructor` must not find Object.prototype. Most fields are absent, and that is known sooner. */
export function field(from: Json, key: string): unknown {
  const value = from[key];
  return value !== undefined && Object.hasOwn(from, key) ? value : undefined;
}

/** A string, or undefined for anything else. */
export function readString(from: Json, key: string): string | undefined {
  const value = field(from, key);
  return typeof value === 'string' ? value : undefined;
}

/** A non-empty string or undefined; the first of two names that holds one. A history reads twenty fields per event: no lists of names here. */
export function readText(from: Json, key: string, second?: string): string | undefined {
  const value = field(from, key);
  if (typeof value === 'string' && value !== '') return value;
  return second === undefined ? undefined : readText(from, second);
}

export function readFlag(from: Json, key: string): boolean | undefined {
  const value = field(from, key);
  return typeof value === 'boolean' ? value : undefined;
}

/** A number may be given as text: Protocol Buffers write 64-bit integers so in JSON. */
function numberOrOther(from: Json, key: string): unknown {
  const value = field(from, key);
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? +value : value;
}

/** A finite number at or above `min`, rounded, or undefined. */
export function readNumber(from: Json, min: number, key: string): number | undefined {
  const value = numberOrOther(from, key);
  return Number.isFinite(value) && (value as number) >= min ? Math.round(value as number) : undefined;
}

/** A safe integer at or above `min`, or undefined; the first of two names that holds one. */
export function readInt(from: Json, min: number, key: string, second?: string): number | undefined {
  const value = numberOrOther(from, key);
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
  return second === undefined ? undefined : readInt(from, min, second);
}

/** One of the words that a field may hold, in our own terms; undefined for any other. */
export function readWord<T>(from: Json, key: string, words: Readonly<Record<string, T>>, prefix = ''): T | undefined {
  return field(words, (readString(from, key) ?? '').replace(prefix, '')) as T | undefined;
}

/** Most messages have nothing of most things. A long conversation would keep thousands of empty lists: it keeps this one. */
export const NONE: readonly never[] = Object.freeze([]);
const NO_PAIRS: Readonly<Record<string, string>> = Object.freeze({});

/** The items of a list that the reader accepts, at most `MAX_LIST_ITEMS`; anything that is not a list is an empty one. */
export function readList<T>(from: Json, key: string, read: (item: Json) => T | undefined): readonly T[] {
  const value = field(from, key);
  if (!Array.isArray(value) || value.length === 0) return NONE;
  const items: T[] = [];
  for (const raw of value) {
    if (items.length === MAX_LIST_ITEMS) break;
    const object = readObject(raw);
    const item = object && read(object);
    if (item !== undefined) items.push(item);
  }
  return items.length > 0 ? items : NONE;
}

/** The pairs of an object whose values are strings; `__proto__` is never a key. */
export function readPairs(value: unknown): Readonly<Record<string, string>> {
  const from = readObject(value);
  if (!from) return NO_PAIRS;
  const pairs: Record<string, string> = {};
  let read = NO_PAIRS;
  for (const key of Object.keys(from)) {
    const pair = from[key];
    if (typeof pair !== 'string' || key === '__proto__') continue;
    pairs[key] = pair;
    read = pairs;
  }
  return read;
}

/** Drops the keys whose value is undefined, so that an absent field is absent and not `undefined`. */
export function present<T extends object>(source: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return put({}, source) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Puts what is not undefined of one object into another, which is given back. */
export function put(target: object, source: object): object {
  for (const key of Object.keys(source)) {
    const value = (source as Json)[key];
    if (value !== undefined) (target as Record<string, unknown>)[key] = value;
  }
  return target;
}
