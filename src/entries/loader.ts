/** `dist/natter.js`: the script tag. */

import { startLoader } from '../widget/script-tag/loader.ts';

/** Name of the application's file, which lies beside this script. Replaced by the build. */
declare const __NATTER_APP__: string;

// Some script managers run a script without setting `currentScript`; the tag is then found by its file name.
const script = (document.currentScript ?? document.querySelector('[src*="natter.js"]')) as HTMLScriptElement | null;

startLoader({
  script,
  // Resolved now: after a router has changed the page's address, a relative address would mean another file. The loader adds to it, which converts it
  // to a text.
  application: new URL(__NATTER_APP__, script?.src || (location as never)) as never,
  fetchChunk: name => import(/* @vite-ignore */ name),
});
