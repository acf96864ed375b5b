/** `dist/natter.js`: the script tag. */

import { startLoader } from '../widget/loader.ts';

/** Name of the chunk beside this script; the build puts it in. */
declare const __NATTER_CHUNK__: string;

// What runs scripts by its own means, as some script managers do, leaves no current one: then the tag is known by its name.
const script = (document.currentScript ?? document.querySelector('[src*="natter.js"]')) as HTMLScriptElement | null;

startLoader({
  script,
  // Read now: a relative address means another one as soon as a router has changed the page's. It is added to, which makes a text of it.
  panel: new URL(__NATTER_CHUNK__, script?.src || (location as never)) as never,
  fetchChunk: name => import(/* @vite-ignore */ name),
});
