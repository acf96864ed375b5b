/** Stands in for load-hints.ts in the engine of the script tag, whose chunks have names of their own. */

/** Name of the chunk with the hints beside this one; the build puts it in. */
declare const __NATTER_HINTS__: string;

export const loadHints = (): Promise<typeof import('./hints.ts')> =>
  import(/* @vite-ignore */ new URL(__NATTER_HINTS__, import.meta.url).href);
