/** Reads fields of unknown JSON. All type casts of the protocol are in this file. Readers never throw; they return undefined. */

import { MAX_LIST_ITEMS } from './limits.ts';

export type Json = Readonly<Record<string, unknown>>;

export function readObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/**
 * Reads own properties only; otherwise the key `constructor` would find the property of Object.prototype. Tests for undefined first, which is
 * faster, because most fields are absent.
 */
export function field(from: Json, key: string): unknown {
  const value = from[key];
  return value !== undefined && Object.hasOwn(from, key) ? value : undefined;
}

/** Returns a string, or undefined for anything else. */
export function readString(from: Json, key: string): string | undefined {
  const value = field(from, key);
  return typeof value === 'string' ? value : undefined;
}

/**
 * Returns the first non-empty string among the values of two keys, or undefined. Takes two keys rather than a list, for speed: a history reads
 * twenty fields per event.
 */
export function readText(from: Json, key: string, second?: string): string | undefined {
  const value = field(from, key);
  if (typeof value === 'string' && value !== '') return value;
  return second === undefined ? undefined : readText(from, second);
}

export function readFlag(from: Json, key: string): boolean | undefined {
  const value = field(from, key);
  return typeof value === 'boolean' ? value : undefined;
}

/** Converts a number in text form: Protocol Buffers write 64-bit integers in JSON as strings. */
function numberOrOther(from: Json, key: string): unknown {
  const value = field(from, key);
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? +value : value;
}

/** Returns a finite number of at least `min`, rounded, or undefined. */
export function readNumber(from: Json, min: number, key: string): number | undefined {
  const value = numberOrOther(from, key);
  return Number.isFinite(value) && (value as number) >= min ? Math.round(value as number) : undefined;
}

/** Returns the first safe integer of at least `min` among the values of two keys, or undefined. */
export function readInt(from: Json, min: number, key: string, second?: string): number | undefined {
  const value = numberOrOther(from, key);
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
  return second === undefined ? undefined : readInt(from, min, second);
}

/** Looks up the field's text, without `prefix`, in `words`, and returns the value found there; undefined for an unknown text. */
export function readWord<T>(from: Json, key: string, words: Readonly<Record<string, T>>, prefix = ''): T | undefined {
  return field(words, (readString(from, key) ?? '').replace(prefix, '')) as T | undefined;
}

/** An empty list, shared to save memory, because most lists of most messages are empty. */
export const NONE: readonly never[] = Object.freeze([]);
const NO_PAIRS: Readonly<Record<string, string>> = Object.freeze({});

/** Returns the items that `read` accepts, at most `MAX_LIST_ITEMS`. If the value is not a list, the result is empty. */
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

/** Returns those pairs of an object that have a string as their value, without the key `__proto__`. */
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

/** Copies an object without its undefined fields. */
export function present<T extends object>(source: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return copyDefined({}, source) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Copies the defined fields of `source` to `target`, and returns `target`. */
export function copyDefined(target: object, source: object): object {
  for (const key of Object.keys(source)) {
    const value = (source as Json)[key];
    if (value !== undefined) (target as Record<string, unknown>)[key] = value;
  }
  return target;
}
