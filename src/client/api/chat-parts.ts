/** The fields of the state that a chat has as signals of their own. */

const PARTS = 'messages connection typing party agent outbox error unread';

type Words<S extends string> = S extends `${infer Head} ${infer Rest}` ? Head | Words<Rest> : S;

export type Part = Words<typeof PARTS>;

/** Makes one value for each field. */
export const eachPart = <T>(make: (name: Part) => T): Record<Part, T> =>
  Object.fromEntries(PARTS.split(' ').map(name => [name, make(name as Part)])) as Record<Part, T>;
