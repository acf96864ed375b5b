/** Replaces load-challenge.ts in the script tag's application, whose chunks have names of their own. */

/** Name of the chunk beside this one; inserted by the build. */
declare const __NATTER_CHALLENGE__: string;

let tries = 0;

export const loadChallenge = (): Promise<typeof import('./challenge/script-chunk.ts')> => {
  // Uses a different URL for each attempt, because browsers may remember a failed one.
  tries += 1;
  return import(/* @vite-ignore */ new URL(`${__NATTER_CHALLENGE__}?${tries}`, import.meta.url).href);
};
