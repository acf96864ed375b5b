/** `dist/natter.js`: the script tag. */

import { startLoader } from '../widget/script-tag/loader.ts';

/** Name of the application's file beside this script; the build puts it in. */
declare const __NATTER_APP__: string;

// Some script managers run scripts by their own means, which leaves no current script: then the tag is known by its name.
const script = (document.currentScript ?? document.querySelector('[src*="natter.js"]')) as HTMLScriptElement | null;

startLoader({
  script,
  // Read now: a relative address means another one as soon as a router has changed the page's. It is added to, which makes a text of it.
  application: new URL(__NATTER_APP__, script?.src || (location as never)) as never,
  fetchChunk: name => import(/* @vite-ignore */ name),
});
