/** Types of api.mjs, for its test. */

export const ENTRIES: readonly string[];

export function reports(): ReadonlyMap<string, string>;
