/** The package has no types of its own. */
declare module 'commonmark-spec' {
  export const tests: readonly { readonly markdown: string; readonly number: number; readonly section: string }[];
}
