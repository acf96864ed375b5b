/** Replaces load-extras.ts in the script tag's application, whose chunks are separate files beside it. */

/** Name of the chunk with the extras; the build inserts it. */
declare const __NATTER_EXTRAS__: string;

/** Uses another address for each further try, because some browsers never load a failed module again. */
export const loadExtras = (tries: number): Promise<typeof import('./extras.ts')> =>
  import(/* @vite-ignore */ new URL(__NATTER_EXTRAS__ + (tries ? `?${tries}` : ''), import.meta.url).href);
