/** Replaces load-languages.ts in the script tag's application, whose catalogues are separate files beside it. */

import type { Languages } from './i18n/panel-language.ts';

/**
 * The tags of all languages except English, separated by spaces; and the name of a language's file, with `*` in place of its tag. The build inserts
 * both.
 */
declare const __NATTER_LANGUAGES__: string;
declare const __NATTER_LANGUAGE__: string;

export const languages: Languages = {
  tags: __NATTER_LANGUAGES__.split(' '),
  // Uses a different URL for each retry, because some browsers never load a module again after it has failed.
  load: (tag, tries) =>
    import(
      /* @vite-ignore */
      new URL(__NATTER_LANGUAGE__.replace('*', tag) + (tries ? `?${tries}` : ''), import.meta.url).href
    ),
};
