/** The chunk that the script tag fetches when the chat is wanted: the panel, which fetches the engine behind it. */

import { createEmbed } from '../widget/embed.ts';

/** Name of the engine's chunk beside this one; the build puts it in. */
declare const __NATTER_ENGINE__: string;

export const embed = createEmbed({
  engineUrl: new URL(__NATTER_ENGINE__, import.meta.url).href,
  fetchEngine: url => import(/* @vite-ignore */ url),
});
