/** Replaces load-chat.ts in the script tag's application, whose chunks have names of their own. */

/** Name of the chunk beside this one; inserted by the build. */
declare const __NATTER_CHAT__: string;

let tries = 0;

export const loadChat = (): Promise<typeof import('./chat/over-chat.ts')> => {
  // Browsers may remember a failed address for ever, so each try uses a new one.
  tries += 1;
  return import(/* @vite-ignore */ new URL(`${__NATTER_CHAT__}?${tries}`, import.meta.url).href);
};
