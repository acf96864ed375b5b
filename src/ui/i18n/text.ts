/** The form of a text in a catalogue. The texts themselves are english.ts and languages/. */

/** A text with a number, by the categories of Intl.PluralRules: exactly those that the language has. */
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

/** Returns true if a site's value is a text with all its forms. */
export const isText = (value: unknown): value is Text =>
  [(value as { other?: unknown } | null)?.other ?? value, ...Object.values(value ?? 0)].every(
    each => typeof each === 'string',
  );
