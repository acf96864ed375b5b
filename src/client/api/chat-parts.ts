/** Names of the fields of the state for which a chat has separate signals. */

const PARTS = 'messages connection typing party agent outbox error unread';

type Words<S extends string> = S extends `${infer Head} ${infer Rest}` ? Head | Words<Rest> : S;

export type Part = Words<typeof PARTS>;

/** Returns an object with one value for each of these fields. */
export const eachPart = <T>(make: (name: Part) => T): Record<Part, T> =>
  Object.fromEntries(PARTS.split(' ').map(name => [name, make(name as Part)])) as Record<Part, T>;
