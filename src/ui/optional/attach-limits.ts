/** Reads the limits for attachments. Replaces an invalid limit by the default, and returns a sentence about it for the site's developers. */

import type { AttachLimits } from '../context/optional-settings.ts';

export interface Limits {
  readonly files: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Allowed types in lower case; empty if all are allowed. */
  readonly types: readonly string[];
  readonly faults: readonly string[];
}

/** The default and the largest value of each number. */
const NUMBERS = { files: [5, 20], megabytes: [10, 10_000], seconds: [120, 3600] } as const;

export function readLimits(given: AttachLimits | undefined): Limits {
  const faults: string[] = [];
  const numberOf = (name: keyof typeof NUMBERS): number => {
    const value = given?.[name];
    const [standard, most] = NUMBERS[name];
    if (value === undefined) return standard;
    const isGood = typeof value === 'number' && value > 0 && value <= most && (name !== 'files' || value % 1 === 0);
    if (!isGood) faults.push(`"attachLimits": ${name} is a number above 0, at most ${most}. Using ${standard}.`);
    return isGood ? value : standard;
  };
  const [files, megabytes, seconds] = [numberOf('files'), numberOf('megabytes'), numberOf('seconds')];
  const list: readonly unknown[] = Array.isArray(given?.types) ? given.types : [];
  const types = list.filter(isType).map(each => each.trim().toLowerCase());
  if (types.length < list.length || (given?.types !== undefined && !Array.isArray(given.types)))
    faults.push('"attachLimits": types is a list such as ["image/*", ".pdf"]. Others are left out.');
  return { files, megabytes, seconds, types, faults };
}

const isType = (each: unknown): each is string =>
  typeof each === 'string' && /^\s*(?:\.[\w.-]+|[\w.+-]+\/(?:\*|[\w.+-]+))\s*$/.test(each);

/** Returns true if the file is of an allowed type, by the rules of the attribute `accept`. */
export function isAllowed({ name, type }: Pick<File, 'name' | 'type'>, { types }: Pick<Limits, 'types'>): boolean {
  const [low, mime] = [name.toLowerCase(), type.toLowerCase()];
  return (
    types.length === 0 ||
    types.some(each =>
      each.startsWith('.')
        ? low.endsWith(each)
        : each.endsWith('/*')
          ? mime.startsWith(each.slice(0, -1))
          : mime === each,
    )
  );
}
