/** Replaces load-optional.ts in the script tag's application, whose chunks are separate files beside it. */

/** Name of the chunk with the optional parts; the build inserts it. */
declare const __NATTER_OPTIONAL__: string;

export const loadOptional = (): Promise<typeof import('../optional/optional.ts')> =>
  import(/* @vite-ignore */ new URL(__NATTER_OPTIONAL__, import.meta.url).href);
