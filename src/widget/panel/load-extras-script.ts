/** Replaces load-extras.ts in the script tag's application, whose chunks are separate files beside it. */

/** Name of the chunk with the extras; the build inserts it. */
declare const __NATTER_EXTRAS__: string;

/** Uses a different URL for each retry, because some browsers never load a module again after it has failed. */
export const loadExtras = (tries: number): Promise<typeof import('./extras.ts')> =>
  import(/* @vite-ignore */ new URL(__NATTER_EXTRAS__ + (tries ? `?${tries}` : ''), import.meta.url).href);
