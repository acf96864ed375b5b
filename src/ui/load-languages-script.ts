/** Replaces load-languages.ts in the script tag's application, whose catalogues are separate files beside it. */

import type { Languages } from './i18n/panel-language.ts';

/**
 * The tags of the languages besides English, separated by spaces; and the name of a language's file, with `*` for its tag. Inserted by the
 * build.
 */
declare const __NATTER_LANGUAGES__: string;
declare const __NATTER_LANGUAGE__: string;

export const languages: Languages = {
  tags: __NATTER_LANGUAGES__.split(' '),
  // Uses another address for each further try, because some browsers never load a failed module again.
  load: (tag, tries) =>
    import(
      /* @vite-ignore */
      new URL(__NATTER_LANGUAGE__.replace('*', tag) + (tries ? `?${tries}` : ''), import.meta.url).href
    ),
};
