/** File name from the project's root → text. */
export function written(): ReadonlyMap<string, string>;
