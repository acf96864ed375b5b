/** Replaces load-past-chats.ts in the script tag's application, whose chunks are separate files beside it. */

/** Name of the chunk; the build inserts it. */
declare const __NATTER_PAST__: string;

let tries = 0;

export const loadPastChats = (): Promise<typeof import('../past-chats/past-chats.ts')> => {
  // Uses a different URL for each attempt, because browsers may remember a failed one.
  tries += 1;
  return import(/* @vite-ignore */ new URL(`${__NATTER_PAST__}?${tries}`, import.meta.url).href);
};
