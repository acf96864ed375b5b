/** Replaces load-hints.ts in the build for the script tag, whose chunks are named differently. */

/** File name of the chunk with the hints. The build inserts it. */
declare const __NATTER_HINTS__: string;

export const loadHints = (): Promise<typeof import('./hints.ts')> =>
  import(/* @vite-ignore */ new URL(__NATTER_HINTS__, import.meta.url).href);
