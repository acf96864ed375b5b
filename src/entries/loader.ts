/** `dist/natter.js`: the script tag. */

import { startLoader } from '../widget/loader.ts';

/** Name of the chunk beside this script; the build puts it in. */
declare const __NATTER_CHUNK__: string;

// What runs scripts by its own means, as some script managers do, leaves no current one: then the tag is known by its name.
const script = (document.currentScript ?? document.querySelector('[src*="natter.js"]')) as HTMLScriptElement | null;

startLoader({
  script,
  panel: __NATTER_CHUNK__,
  // Both take what has a text for a text, and every byte counts here.
  fetchChunk: name => import(/* @vite-ignore */ new URL(name, script?.src || (location as never)) as never),
});
