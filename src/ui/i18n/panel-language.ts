/**
 * Chooses the language of a panel, and loads its texts. Two panels on a page may have different languages, and a language may change during a
 * conversation. translate.ts turns keys into words.
 */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Catalogue, Phrase, Texts } from './catalogue.ts';
import { ENGLISH } from './english.ts';
import { directionOf, identity, localeOf, tidy } from './language-tags.ts';
import { isText, type Text } from './text.ts';
import { createTranslate, type T, type Words } from './translate.ts';

export interface Language {
  readonly t: T;
  /** Tag of the language in which the texts are written, for `lang` attributes: `pt-BR`. */
  readonly tag: string;
  /** Locale for Intl: the same as `tag`, or more specific, with the visitor's region, such as `en-GB`. */
  readonly locale: string;
  readonly dir: 'rtl' | 'ltr';
}

/** Source of the catalogues that are not built in. */
export interface Languages {
  /** The tags of the languages, in lower case. */
  readonly tags: readonly string[];
  /**
   * Loads a catalogue. `tries` is the number of failed attempts so far. Each attempt uses another URL, because browsers may remember a failed one.
   */
  load(tag: string, tries: number): Promise<{ readonly words: Catalogue }>;
}

export interface PanelLanguage {
  readonly language: ReadonlySignal<Language>;
  /** True when the texts have loaded, or when the panel no longer waits for them. */
  readonly ready: ReadonlySignal<boolean>;
  /** Every language that has a catalogue. */
  readonly tags: readonly string[];
  /** Sets the language that the visitor or the host page has chosen, by its tag. The last call wins. The empty string removes the choice. */
  choose(tag: string): void;
  stop(): void;
}

interface LanguageSettings {
  readonly locale: string;
  readonly texts: Texts | undefined;
  readonly assistantNoun?: Phrase;
  readonly teamNoun?: Phrase;
}

export interface PanelLanguageParts {
  readonly languages: Languages;
  /** Changes to this signal take effect at once. */
  readonly settings: ReadonlySignal<LanguageSettings>;
  /** Returns true when the other parts that the panel waits for have loaded. Signals that this function reads are tracked. */
  others?(): boolean;
  /** Returns the language that the platform has set, or null. Signals that this function reads are tracked. */
  conversation(): string | null;
  /** Language that the visitor chose on an earlier page. */
  readonly before?: string | undefined;
  warn(code: string, message: string): void;
}

/** Milliseconds after which a panel that waits for its language is shown in English. */
const PATIENCE_MS = 300;

export function createPanelLanguage({
  languages,
  settings,
  others = () => true,
  conversation,
  before = '',
  warn,
}: PanelLanguageParts): PanelLanguage {
  const tags = ['en', ...languages.tags];
  const chosen = signal(before);
  const texts = computed(() => settings.value.texts);
  const shown = signal({ tag: 'en', locale: 'en' });
  const ready = signal(false);
  const late = signal(false);
  const loaded: Record<string, Words> = { en: {} };
  /** Failed attempts by tag; infinite while the catalogue is loading. */
  const tries: Record<string, number> = {};
  const known = (tag: string) => {
    const wanted = identity(tag);
    // Does not look up an invalid tag, which would call Intl for every language.
    return wanted && tags.find(each => identity(each) === wanted);
  };
  // Computes the language separately: the state changes with every chunk of a reply, the language rarely.
  const told = computed(conversation);
  /** The wanted language, or English if it has no catalogue. */
  const wanted = computed(() => {
    const platform = told.value ?? '';
    const stated = [
      chosen.value,
      // Ignores the platform's language if it has no catalogue.
      known(platform) ? platform : '',
      settings.value.locale,
      document.documentElement.lang,
      navigator.languages.find(known) ?? '',
    ].find(identity);
    return stated && known(stated) ? tidy(stated) : 'en';
  });

  function turn(): void {
    const locale = wanted.peek();
    const tag = known(locale) ?? 'en';
    if (loaded[tag]) {
      shown.value = { tag, locale: localeOf(locale) };
      ready.value = true;
    } else void fetch(tag);
  }

  async function fetch(tag: string): Promise<void> {
    const failed = tries[tag] ?? 0;
    if (failed === Infinity) return;
    tries[tag] = Infinity;
    try {
      loaded[tag] = (await languages.load(tag, failed)).words;
      turn();
    } catch (error) {
      tries[tag] = failed + 1;
      ready.value = true;
      if (!failed) warn('language_failed', `There are no words for "${tag}". Not loaded: ${error}`);
    }
  }

  const timer = setTimeout(() => {
    late.value = true;
  }, PATIENCE_MS);
  const unfollow = effect(() => {
    if (wanted.value) turn();
  });

  return {
    language: computed(() => {
      const { tag, locale } = shown.value;
      const words = { ...ENGLISH, ...loaded[tag], ...ownTexts(texts.value, tag) };
      const { assistantNoun, teamNoun } = settings.value;
      const nouns = { assistant: inLanguage(assistantNoun, tag), team: inLanguage(teamNoun, tag) };
      return {
        t: createTranslate(words, locale, nouns),
        tag: `${new Intl.Locale(tag)}`,
        locale,
        dir: directionOf(tag),
      };
    }),
    ready: computed(() => late.value || (ready.value && others())),
    tags,
    choose(tag) {
      if (tag && !known(tag)) warn('unknown_language', `There are no words for "${tag}". Using English.`);
      chosen.value = tag;
      // Tries a failed language again even if the wanted one is the same.
      turn();
    },
    stop() {
      unfollow();
      clearTimeout(timer);
    },
  };
}

/** Returns a site's phrase in the given language, or the empty string if there is none. */
export function inLanguage(phrase: Phrase | undefined, tag: string): string {
  const own =
    typeof phrase === 'object'
      ? Object.entries(phrase).find(([name]) => identity(name) === identity(tag))?.[1]
      : phrase;
  return typeof own === 'string' ? own : '';
}

/** Returns the site's own texts for the language. Omits values that are not texts. */
function ownTexts(texts: Texts = {}, tag: string): Words {
  const lists = Object.entries(texts).map(([name, value]) => (identity(name) === identity(tag) ? value : undefined));
  return Object.fromEntries(
    [texts, ...lists].flatMap(list =>
      Object.entries(list ?? {}).filter((each): each is [string, Text] => isText(each[1])),
    ),
  );
}
