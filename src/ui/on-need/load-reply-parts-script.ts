/** Replaces load-reply-parts.ts in the script tag's application, whose chunks are separate files beside it. */

/** Name of the chunk; the build inserts it. */
declare const __NATTER_PARTS__: string;

let tries = 0;

export const loadReplyParts = (): Promise<typeof import('../reply-parts/reply-parts.ts')> => {
  // Uses a different URL for each attempt, because browsers may remember a failed one.
  tries += 1;
  return import(/* @vite-ignore */ new URL(`${__NATTER_PARTS__}?${tries}`, import.meta.url).href);
};
