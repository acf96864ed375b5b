/** `dist/natter.js`: the script tag. */

import { startLoader } from '../widget/loader.ts';

/** Name of the chunk beside this script; the build puts it in. */
declare const __NATTER_CHUNK__: string;

const script = document.currentScript as HTMLScriptElement | null;

startLoader({
  script,
  chunkUrl: new URL(__NATTER_CHUNK__, script?.src || location.href).href,
  fetchChunk: url => import(/* @vite-ignore */ url),
});
