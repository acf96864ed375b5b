/** Reads the setting `preChat`. Wrong parts are left out or replaced, and one sentence tells the site's developers about all of them. */

import type { OptionalSettings, PreChatField, PreChatOption } from '../context/optional-settings.ts';
import type { Phrase } from '../i18n/catalogue.ts';

export interface Field {
  readonly name: string;
  readonly label: Phrase;
  readonly type: 'text' | 'email' | 'choice';
  readonly required: boolean;
  readonly options: readonly { readonly label: Phrase; readonly value: string }[];
  readonly autocomplete: string | undefined;
}

export interface PreChatFields {
  readonly fields: readonly Field[];
  /** The sentence; the empty string if nothing is wrong. */
  readonly fault: string;
}

/** Largest number of fields: more would keep visitors from the chat. */
const MOST = 8;

const MOST_OPTIONS = 50;

/** Longest label, in letters. */
const LONGEST_LABEL = 80;

/** Pair that Natter adds to each message itself. */
const RESERVED = 'client_event_id';

type Unchecked<T> = { readonly [K in keyof T]?: unknown };

export function readPreChat({ preChat }: Pick<OptionalSettings, 'preChat'>): PreChatFields {
  const faults = new Set<string>();
  const list: readonly unknown[] = Array.isArray(preChat) ? preChat : [];
  if (!Array.isArray(preChat ?? [])) faults.add('it must be a list.');
  const names = new Set([RESERVED]);
  const fields = list.flatMap(each => {
    const field = readField(Object(each), faults);
    if (field && names.has(field.name)) faults.add(`"${field.name}" is taken, so only its first field is shown.`);
    else if (field) {
      names.add(field.name);
      return [field];
    }
    return [];
  });
  if (fields.length > MOST) faults.add(`there are ${fields.length} fields; the first ${MOST} are shown.`);
  return { fields: fields.slice(0, MOST), fault: faults.size > 0 ? `"preChat": ${[...faults].join(' ')}` : '' };
}

function readField(given: Unchecked<PreChatField>, faults: Set<string>): Field | null {
  const { type = 'text', required = false, autocomplete } = given;
  const name = wordsIn(given.name);
  const label = readLabel(given.label, faults);
  if (!name || !label) {
    faults.add('each field needs a name and a label; others are left out.');
    return null;
  }
  const isKnown = type === 'text' || type === 'email' || type === 'choice';
  if (!isKnown) faults.add('the types are text, email and choice; others become text.');
  if (typeof required !== 'boolean') faults.add('"required" is true or false.');
  const options = type === 'choice' ? readOptions(given.options, faults) : [];
  if (type === 'choice' && options.length === 0) {
    faults.add('a choice needs options; it is left out.');
    return null;
  }
  return {
    name,
    label,
    type: isKnown ? type : 'text',
    required: required === true,
    options,
    autocomplete: wordsIn(autocomplete) || (type === 'email' ? type : undefined),
  };
}

function readOptions(given: unknown, faults: Set<string>): Field['options'] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const values = new Set<string>();
  const options = list.flatMap(each => {
    const { label, value }: Unchecked<Exclude<PreChatOption, string>> =
      typeof each === 'string' ? { label: each, value: each } : Object(each);
    const option = { label: readLabel(label, faults), value: wordsIn(value) };
    const isGood = option.label && option.value && !values.has(option.value);
    if (!isGood)
      faults.add('each option is a text, or { label, value }, and differs from the others; others are left out.');
    values.add(option.value);
    return isGood ? [option] : [];
  });
  if (options.length > MOST_OPTIONS) faults.add(`of more than ${MOST_OPTIONS} options the first are shown.`);
  return options.slice(0, MOST_OPTIONS);
}

/** Returns the label, with long texts cut; the empty string if it has no text. */
function readLabel(given: unknown, faults: Set<string>): Phrase {
  const cut = (text: unknown): string => {
    const words = wordsIn(text);
    const letters = [...words];
    if (letters.length <= LONGEST_LABEL) return words;
    faults.add(`labels over ${LONGEST_LABEL} characters are cut.`);
    return `${letters.slice(0, LONGEST_LABEL).join('').trim()}…`;
  };
  if (typeof given !== 'object' || !given) return cut(given);
  const phrases = Object.entries(given).map(([tag, text]) => [tag, cut(text)] as const);
  return phrases.some(([, text]) => text) ? Object.fromEntries(phrases) : '';
}

const wordsIn = (text: unknown): string => (typeof text === 'string' ? text.trim() : '');
