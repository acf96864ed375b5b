/**
 * Defines the keys of a catalogue: every text that a visitor reads or hears, in one language. English is built in (english.ts). Every other
 * language is one file, `languages/<tag>.ts`, and one line in languages.ts. The tag is the language's BCP 47 tag in lower case.
 *
 * For translators:
 * - Translate the meaning, not the words. The tone is calm, plain, short and on the visitor's side, and says what happens next. No exclamation
 *   marks, no jargon, no codes. Address the visitor politely, as a good shop does (`Sie`, `vous`, `usted`), and the same way throughout. Prefer
 *   sentences that need neither a form of address nor a gender.
 * - `{name}`, `{count}`, `{time}` … are filled in. Keep each exactly once and spelt the same, in the place that your grammar requires. Numbers are
 *   inserted in the notation of your language. `{name}` may be the name of a person or a product: do not add endings to it.
 * - A text with plural forms (`{ one, other }` in English) needs exactly the categories that Intl.PluralRules has for your language: `new
 *   Intl.PluralRules('pl').resolvedOptions().pluralCategories`. Each form is the whole sentence. A form for a single number (Arabic's `two`) may
 *   say the number in words and omit `{count}`.
 * - Buttons are verbs (`send`, `retry`, `discard`, `tryAgain`, `useHere`, `startNew`, `end`, `endKeep`, `agree`, `handoffRoute`), two words if
 *   possible. Sentence case, or what your language uses on buttons.
 * - `agent` is software and is called so (`intro-agent`, `is-agent`); `live` is a human being and is called so. Never confuse the two.
 * - `open` and `close` name the round button on the page, `closeHere` the close button in the panel. Only screen readers read these, as well as
 *   `menu`, `log`, `message`, `suggestions` and `loading`.
 * - `wait` is appended to `queuePlace`, `queueNext` and `queue` in place of their `{wait}`; `waitShort`, `waitMinutes` and `waitHours` are its
 *   `{time}`. The result is two sentences: "You're number 3 in line. Wait time: about 4 minutes."
 * - `{team:our team}` and `{assistant:AI assistant}` contain your words, in the form that the sentence needs. If the site has set its own noun, the
 *   noun replaces them unchanged. Write `{Team:…}` and `{Assistant:…}` to give the site's noun a capital letter.
 * - `{zone}` follows `{time}` without a space: it is empty, or a space and the name of a time zone. `{day}` is a weekday as Intl names it.
 * - `is-…` is the line below the title: two or three words. Keys with `_` say what went wrong; keys named like reasons say why the chat ended.
 */

import type { ENGLISH } from './english.ts';
import type { CALLS_ENGLISH, STATUS_ENGLISH } from './english-late.ts';
import type { Plural, Text } from './text.ts';

/** English words that come with a chunk. */
type LateEnglish = typeof STATUS_ENGLISH & typeof CALLS_ENGLISH;
type English = typeof ENGLISH & LateEnglish;

type Words<S extends string> = S extends `${infer Head} ${infer Rest}` ? Head | Words<Rest> : S;

const LATE =
  'statusBusy statusSlow statusTrouble callMe callUs callMeText callCountry callNumber callConsent callSoon callCancel callQueued callCalling callConnected callNoAnswer callBusy callLinesBusy callFailed callUnknown callAgain callNumberInvalid callCountryBlocked callLimit callUnavailable callUsText callUsScan callUsLeft callUsNone';

/** Keys of the words that come with a chunk. This does not compile if one is missing. */
export const LATE_KEYS: readonly ([keyof LateEnglish] extends [Words<typeof LATE>] ? string : never)[] =
  LATE.split(' ');

export type Key = keyof English;

/** A complete language: a missing or an extra key does not compile. */
export type Catalogue = { readonly [K in Key]: English[K] extends string ? string : Plural };

/** Languages that Natter supports. */
export type Language =
  | 'en'
  | 'ar'
  | 'da'
  | 'de'
  | 'es'
  | 'fr'
  | 'he'
  | 'hi'
  | 'it'
  | 'ja'
  | 'ko'
  | 'nl'
  | 'pl'
  | 'pt'
  | 'ru'
  | 'sv'
  | 'th'
  | 'tr'
  | 'uk'
  | 'vi'
  | 'zh';

/** A site's own phrase: one for every language, or one for each by its tag, such as `de` or `pt-BR`. */
export type Phrase = string | { readonly [tag in Language | `${Language}-${string}`]?: string | undefined };

/** A site's own words in one language, by key. A text that counts something is an object with the plural forms of its language. */
export type OwnWords = { readonly [K in Key]?: Text | undefined };

/** A site's own words by key, for every language. Words under a language's tag, such as `de` or `pt-BR`, are for that language only. */
export interface Texts extends OwnWords, Readonly<Partial<Record<Language, OwnWords | undefined>>> {
  readonly [tag: `${Language}-${string}`]: OwnWords | undefined;
}
