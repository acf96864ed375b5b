/** The menu of languages. Each language is named in itself. */

import { useChoices, useLanguage, useSettings, useUi } from '../context/hooks.ts';
import { identity, listed } from '../i18n/language-tags.ts';
import { MenuItem } from './MenuItem.tsx';

/** Returns those languages of the list for which Natter has texts. */
export function offered(list: string, known: readonly string[]): readonly string[] {
  const tags = known.map(identity);
  return [...new Set(listed(list))].filter(tag => tag && tags.includes(identity(tag)));
}

export function LanguageMenu({ close }: { close(): void }) {
  const { speech } = useUi();
  const { languages } = useSettings();
  const { tag } = useLanguage();
  const [, choose] = useChoices();
  return (
    <>
      {offered(languages, speech.tags).map(each => (
        <MenuItem
          key={each}
          one
          checked={identity(each) === identity(tag)}
          lang={each}
          onClick={() => {
            close();
            choose({ language: each });
            speech.choose(each);
          }}
        >
          {nameOf(each)}
        </MenuItem>
      ))}
    </>
  );
}

/** Returns the language's name with a capital letter, because some languages write it without one. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
