/** Stands in for load-languages.ts in the script tag's application, whose catalogues are files beside it with names of their own. */

import type { Languages } from './i18n/panel-language.ts';

/** Tags of the languages besides English, with a space between, and the name of a language's file, with `*` for its tag; the build puts them in. */
declare const __NATTER_LANGUAGES__: string;
declare const __NATTER_LANGUAGE__: string;

export const languages: Languages = {
  tags: __NATTER_LANGUAGES__.split(' '),
  // Browsers may remember for ever that an address has failed.
  load: (tag, tries) =>
    import(
      /* @vite-ignore */
      new URL(__NATTER_LANGUAGE__.replace('*', tag) + (tries ? `?${tries}` : ''), import.meta.url).href
    ),
};
