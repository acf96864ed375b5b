/** Types of a text in a catalogue. The texts are in english.ts and languages/. */

/** The forms of a text with a number: exactly those categories of Intl.PluralRules that the language has. */
export interface Plural {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** A text with `{names}` to be filled in. */
export type Text = string | Plural;

/** Returns true if a site's value is a text, or an object of texts with the form `other`. */
export const isText = (value: unknown): value is Text =>
  [(value as { other?: unknown } | null)?.other ?? value, ...Object.values(value ?? 0)].every(
    each => typeof each === 'string',
  );
