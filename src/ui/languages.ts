/** The catalogues for whoever bundles Natter, one chunk each. For the script tag build/browser.mjs makes files of the same folder. */

import type { Catalogue } from './catalogue.ts';
import type { Languages } from './speech.ts';

const LOADERS: Readonly<Record<string, () => Promise<{ readonly words: Catalogue }>>> = {
  ar: () => import('./languages/ar.ts'),
  de: () => import('./languages/de.ts'),
};

export const languages: Languages = {
  tags: Object.keys(LOADERS),
  async load(tag) {
    const load = LOADERS[tag];
    if (!load) throw new Error(`There is no catalogue "${tag}".`);
    return load();
  },
};
