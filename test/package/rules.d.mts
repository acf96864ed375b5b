/** Types of rules.mjs, for its test. */

export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly file: string;
}

export interface Title {
  /** Ids of the rules that the title cites. */
  readonly ids: readonly string[];
  /** The rest of the title; the source text if it is a template. */
  readonly text: string;
}

export function rules(): readonly Rule[];
export function titles(): readonly (Title & { readonly file: string })[];
export function titlesIn(source: string, name?: string): readonly Title[];
