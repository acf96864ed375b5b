/** Replaces load-status.ts in the script tag's application, whose chunks are separate files beside it. */

/** Name of the chunk; the build inserts it. */
declare const __NATTER_STATUS__: string;

export const loadStatus = (): Promise<typeof import('../service-status/service-status.ts')> =>
  import(/* @vite-ignore */ new URL(__NATTER_STATUS__, import.meta.url).href);
