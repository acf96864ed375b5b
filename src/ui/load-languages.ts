/**
 * The catalogues for applications that bundle Natter, one chunk each. For the script tag, build/browser.mjs turns the same folder into separate
 * files.
 */

import type { Catalogue } from './i18n/catalogue.ts';
import type { Languages } from './i18n/panel-language.ts';

const LOADERS: Readonly<Record<string, () => Promise<{ readonly words: Catalogue }>>> = {
  ar: () => import('./languages/ar.ts'),
  da: () => import('./languages/da.ts'),
  de: () => import('./languages/de.ts'),
  es: () => import('./languages/es.ts'),
  fr: () => import('./languages/fr.ts'),
  he: () => import('./languages/he.ts'),
  hi: () => import('./languages/hi.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  ko: () => import('./languages/ko.ts'),
  nl: () => import('./languages/nl.ts'),
  pl: () => import('./languages/pl.ts'),
  'pt-br': () => import('./languages/pt-br.ts'),
  ru: () => import('./languages/ru.ts'),
  sv: () => import('./languages/sv.ts'),
  th: () => import('./languages/th.ts'),
  tr: () => import('./languages/tr.ts'),
  uk: () => import('./languages/uk.ts'),
  vi: () => import('./languages/vi.ts'),
  'zh-hans': () => import('./languages/zh-hans.ts'),
  'zh-hant': () => import('./languages/zh-hant.ts'),
};

export const languages: Languages = {
  tags: Object.keys(LOADERS),
  async load(tag) {
    const load = LOADERS[tag];
    if (!load) throw new Error(`There is no catalogue "${tag}".`);
    return load();
  },
};
