/**
 * Defines the keys of a catalogue, which contains every text that a visitor reads or hears, in one language. English is built in (english.ts);
 * every other language is one file, `languages/<tag>.ts`, whose name is its BCP 47 tag in lower case, and one line in languages.ts.
 *
 * For translators:
 * - Translate what is meant, not the words. Tone: calm, plain, short, on the visitor's side; it says what happens next. No exclamation
 *   marks, no jargon, no codes. Address the visitor politely, in the form that a good shop uses (`Sie`, `vous`, `usted`), and the same way
 *   throughout. Where a sentence can do without address or gender, prefer that.
 * - `{name}`, `{count}`, `{time}` … are filled in. Keep each exactly once, spelt the same, and move it to where your grammar wants it.
 *   Numbers are inserted in the notation of your language. `{name}` may be any name, a person's or a product's: no endings on it.
 * - A text with forms (`{ one, other }` in English) needs every category that Intl.PluralRules knows for your language and no others:
 *   `new Intl.PluralRules('pl').resolvedOptions().pluralCategories`. Each form is the whole sentence.
 *   A form that stands for one number alone (Arabic's `two`) may say it in words and leave `{count}` out.
 * - Buttons are verbs (`send`, `retry`, `discard`, `tryAgain`, `useHere`, `startNew`, `end`, `endKeep`, `agree`, `handoffRoute`), two words if possible. Sentence
 *   case, or what your language uses on buttons.
 * - `agent` is software and is called so (`intro-agent`, `is-agent`); `live` is a human being and is called so. Never confuse the two.
 * - `open` and `close` name the round button on the page, `closeHere` the close button in the panel. Only screen readers read these, and `menu`,
 *   `log`, `message`, `suggestions` and `loading`.
 * - `wait` is appended to `queuePlace`, `queueNext` and `queue` in place of their `{wait}`; `waitShort`, `waitMinutes` and `waitHours` are its
 *   `{time}`. So two sentences follow each other: "You're number 3 in line. Wait time: about 4 minutes."
 * - `{team:our team}` and `{assistant:AI assistant}` hold your words, in the form that the sentence needs; the site's own noun, if it has one,
 *   takes their place unchanged. Written `{Team:…}` and `{Assistant:…}`, the site's noun gets a capital.
 * - `{zone}` follows `{time}` without a space: it is empty, or a space and the name of a time zone. `{day}` is a weekday as Intl names it.
 * - `is-…` is the line below the title: two or three words. Keys with `_` say what went wrong, those named like reasons why it ended.
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

/** One language, complete: a missing key, or an extra one, does not compile. */
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
