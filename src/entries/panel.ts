/** The chunk that the script tag fetches when the chat is wanted: the panel, which fetches the engine and its language behind it. */

import { createEmbed } from '../widget/embed.ts';
import { nextTask } from '../widget/next-task.ts';

/** Name of the engine's chunk beside this one; the build puts it in. */
declare const __NATTER_ENGINE__: string;
/** Languages besides English, with a space between, and the name of a language's chunk, with `*` for its tag. */
declare const __NATTER_LANGUAGES__: string;
declare const __NATTER_LANGUAGE__: string;

const fetchChunk = (url: string) => import(/* @vite-ignore */ url);
const beside = (name: string) => new URL(name, import.meta.url).href;

export const embed = createEmbed({
  engineUrl: beside(__NATTER_ENGINE__),
  fetchEngine: fetchChunk,
  languages: {
    tags: __NATTER_LANGUAGES__.split(' '),
    load: (tag, tries) => fetchChunk(beside(__NATTER_LANGUAGE__.replace('*', tag) + (tries ? `?${tries}` : ''))),
  },
});

// Whoever imports this goes on in another task than the one that has run all of the above.
await nextTask();
