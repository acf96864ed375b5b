/** Replaces load-challenge.ts in the script tag's application, whose chunks have names of their own. */

/** Name of the chunk beside this one; inserted by the build. */
declare const __NATTER_CHALLENGE__: string;

let address = __NATTER_CHALLENGE__;

export const loadChallenge = (): Promise<typeof import('./challenge/script-chunk.ts')> =>
  import(/* @vite-ignore */ new URL(address, import.meta.url).href).catch(error => {
    // Browsers may remember a failed address for ever.
    address += '?';
    throw error;
  });
