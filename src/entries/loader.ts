/** `dist/natter.js`: the script tag. */

import { startLoader } from '../widget/script-tag/loader.ts';

/** File name of the application, in the same folder as this script. Replaced by the build. */
declare const __NATTER_APP__: string;

// Some script managers run a script without setting `currentScript`; the tag is then found by its file name.
const script = (document.currentScript ?? document.querySelector('[src*="natter.js"]')) as HTMLScriptElement | null;

startLoader({
  script,
  // Resolves the address now, because a router may change the page's address later. The result is a URL object, which becomes a text when the
  // loader appends to it.
  application: new URL(__NATTER_APP__, script?.src || (location as never)) as never,
  fetchChunk: name => import(/* @vite-ignore */ name),
});
