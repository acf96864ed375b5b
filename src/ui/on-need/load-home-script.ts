/** Replaces load-home.ts in the script tag's application, whose chunks are separate files beside it. */

/** Name of the chunk with the first screen; the build inserts it. */
declare const __NATTER_HOME__: string;

export const loadHome = (): Promise<typeof import('../home/home.ts')> =>
  import(/* @vite-ignore */ new URL(__NATTER_HOME__, import.meta.url).href);
