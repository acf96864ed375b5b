/** Types of rules.mjs, for its test. */

export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly file: string;
}

export interface Title {
  /** The rules that it cites. */
  readonly ids: readonly string[];
  /** The rest of it; of a template, as it is written. */
  readonly text: string;
}

export function rules(): readonly Rule[];
export function titles(): readonly (Title & { readonly file: string })[];
export function titlesIn(source: string, name?: string): readonly Title[];
