/**
 * The settings of the widget as attributes may write them. The widget's own table is not within reach of the command; a test holds the
 * two to each other.
 */

import { brief } from './wording.ts';

/** Allowed values, or the form of any value. `object`: what no attribute can carry. */
export type Rule = readonly string[] | 'text' | 'color' | 'link' | 'origins' | 'object';

const SWITCH = ['true', 'false'];

export const SETTINGS: Readonly<Record<string, Rule>> = {
  broker: 'text',
  widgetId: 'text',
  title: 'text',
  color: 'color',
  avatar: 'link',
  theme: ['auto', 'light', 'dark'],
  position: ['right', 'left'],
  renderMode: ['floating', 'fullscreen', 'inline'],
  target: 'text',
  autoOpen: SWITCH,
  showLauncher: SWITCH,
  showHeader: SWITCH,
  platform: ['web', 'ios-web', 'android-web'],
  streaming: SWITCH,
  remember: ['conversation', 'session', 'nothing'],
  locale: 'text',
  languages: 'text',
  texts: 'object',
  imageOrigins: 'origins',
  consent: ['none', 'required'],
  consentVersion: 'text',
  privacyUrl: 'link',
  termsUrl: 'link',
  disclaimer: 'text',
  phone: 'text',
  email: 'text',
  contactUrl: 'link',
  rating: ['off', 'on'],
  sound: ['off', 'on'],
  keepAlive: ['conversation', 'always', 'never'],
  nonce: 'text',
  trace: 'object',
  beforeSend: 'object',
  beforeShow: 'object',
};

/** `autoOpen` → `data-auto-open`. */
export function attributeName(setting: string): string {
  return `data-${setting.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
}

/** Below it a likeness is chance. */
const NEAR = 0.45;

/** The valid name that shares most pairs of neighbouring letters with a wrong one; undefined where none is near. The widget has the same. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const own = pairsOf(wrong.slice(0, 99));
  let best: string | undefined;
  let most = NEAR;
  for (const name of names) {
    const pairs = pairsOf(name);
    const likeness = (2 * [...pairs].filter(pair => own.has(pair)).length) / (pairs.size + own.size);
    if (likeness > most) [best, most] = [name, likeness];
  }
  return best;
}

/** A letter with the next and with the one after that, so that two letters in each other's place still count. */
function pairsOf(word: string): ReadonlySet<string> {
  const letters = word.toLowerCase();
  return new Set([...letters].flatMap((letter, at) => [...letters.slice(at + 1, at + 3)].map(next => letter + next)));
}

/** What other tools write into script tags, or have a site write there. The widget passes over the same. */
const OTHERS = /^data-(turbo|cfasync|cookie|astro|nscript|wp-s|no[-p]|category$|name$|type$|src$|hid$|rh$)/;

const RULES = new Map(Object.entries(SETTINGS).map(([setting, rule]) => [attributeName(setting), rule]));

/** What is wrong with the settings in attributes named `data-…`, a sentence for each. `ids`: those in the page. */
export function attributeFaults(
  attributes: Readonly<Record<string, string>>,
  ids: ReadonlySet<string>,
): readonly string[] {
  const written = Object.entries(attributes).filter(([name]) => name.startsWith('data-') && !OTHERS.test(name));
  const faults = written.flatMap(([name, value]) => fault(name, name, value, 'window.NatterSettings') ?? []);
  return [...faults, ...targetFault(attributes, ids)];
}

/** What an element may have that is no setting. */
const OF_ELEMENTS = /^(?:id|class|style|lang|dir|slot|part|hidden|title|role)$|^(?:data|aria)-|^on/;

/** The same of `<natter-chat>`, where the names have no `data-`: with it they are the page's own. It stays where it is, and needs no target. */
export function elementFaults(attributes: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (RULES.has(name)) return `${name} has no effect: write ${bare(name)}`;
    if (OF_ELEMENTS.test(name)) return [];
    return fault(`data-${name}`, name, value, 'a property') ?? [];
  });
}

const bare = (attribute: string): string => attribute.slice('data-'.length);

/** `shown`: the name as it is written; `carrier`: what can hold more than text. */
function fault(name: string, shown: string, value: string, carrier: string): string | undefined {
  const rule = RULES.get(name);
  if (rule === 'object') return `${shown} has no effect, because only ${carrier} can carry it`;
  if (rule !== undefined) return valueFault(shown, value.trim(), rule);
  // Hyphens and the common beginning would make all of them alike.
  const near = nearestName(bare(name).replaceAll('-', ''), Object.keys(SETTINGS));
  const right = near && attributeName(near);
  return `there is no ${brief(shown)}${right ? `, nearest is ${name === shown ? right : bare(right)}` : ''}`;
}

function valueFault(name: string, value: string, rule: Rule): string | undefined {
  if (rule === 'color' && value !== '' && !isColor(value)) return `${name} is no CSS colour`;
  if (rule === 'link' && value !== '' && !isLink(value)) return `${name} is no http(s) address`;
  const wrong = rule === 'origins' ? originsIn(value).find(part => !isOrigin(part)) : undefined;
  if (wrong !== undefined) return `in ${name} ${brief(wrong)} is no origin such as https://cdn.example.com`;
  if (typeof rule === 'string' || rule.includes(value) || (value === '' && rule.includes('true'))) return undefined;
  return `${name} must be one of ${rule.join(', ')}`;
}

/** Where it is in doubt it is one: the browser knows more functions and names than we do. */
function isColor(text: string): boolean {
  if (text.startsWith('#')) return /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text);
  return /^[a-z]+$/i.test(text) || /^[a-z-]+\(.*\)$/is.test(text);
}

/** The parts of `data-image-origins`, as the widget takes it apart. */
export const originsIn = (text: string): readonly string[] => text.split(/[\s,]+|\/(?=[\s,]|$)/);

function isOrigin(text: string): boolean {
  if (text === '' || text === '*') return true;
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isLink(text: string): boolean {
  return (
    URL.canParse(text, 'https://page.example') && /^(https?|data):/.test(new URL(text, 'https://page.example').href)
  );
}

function targetFault(attributes: Readonly<Record<string, string>>, ids: ReadonlySet<string>): readonly string[] {
  if (attributes['data-render-mode'] !== 'inline') return [];
  const target = attributes['data-target']?.trim() ?? '';
  if (target === '') return ['data-render-mode="inline" needs a data-target'];
  const id = /^#([\w-]+)$/.exec(target)?.[1];
  if (id === undefined || ids.has(id)) return [];
  return [`the HTML has no element for data-target (fine if a script makes it before Natter runs)`];
}
