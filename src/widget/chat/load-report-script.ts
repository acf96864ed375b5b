/** Replaces load-report.ts in the build for the script tag, whose chunks are named differently. */

/** File name of the chunk with texts for the console. The build inserts it. */
declare const __NATTER_HINTS__: string;

export const loadReport = (): Promise<typeof import('./report-settings.ts')> =>
  import(/* @vite-ignore */ new URL(__NATTER_HINTS__, import.meta.url).href);
