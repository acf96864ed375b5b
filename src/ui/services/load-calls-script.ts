/** Replaces load-calls.ts in the script tag's application, whose chunks are separate files beside it. */

/** Name of the chunk; the build inserts it. */
declare const __NATTER_CALLS__: string;

let tries = 0;

export const loadCalls = (): Promise<typeof import('../calls/calls.ts')> => {
  // Browsers may remember a failed address for ever, so each try has its own.
  tries += 1;
  return import(/* @vite-ignore */ new URL(`${__NATTER_CALLS__}?${tries}`, import.meta.url).href);
};
