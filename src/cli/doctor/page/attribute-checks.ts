/** Checks the settings in attributes. */

import { RULES, type SettingName } from '../../../widget/settings/options.ts';
import { meantSetting } from '../../../widget/settings/setting-names.ts';
import { excerpt } from '../../command/safe-text.ts';

/** Allowed values, or the form of a value. `object`: a value that an attribute cannot contain. */
type Rule = readonly string[] | 'text' | 'color' | 'link' | 'origins' | 'object';

function settingRule(setting: SettingName): Rule {
  const rule = RULES[setting];
  if (setting === 'imageOrigins') return 'origins';
  if (rule === 'function' || rule === 'texts' || rule === 'object') return 'object';
  if (rule === 'list' || rule === 'phrase') return 'text';
  return typeof rule === 'string' ? rule : rule.map(String);
}

/** `autoOpen` → `data-auto-open`. */
export function attributeName(setting: string): string {
  return `data-${setting.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
}

const SETTINGS = Object.keys(RULES) as readonly SettingName[];
const BY_ATTRIBUTE = new Map(SETTINGS.map(setting => [attributeName(setting), settingRule(setting)]));

/** Returns a sentence for each wrong setting among the attributes `data-…`. `ids` are the ids of the page's elements. */
export function attributeFaults(
  attributes: Readonly<Record<string, string>>,
  ids: ReadonlySet<string>,
): readonly string[] {
  const written = Object.entries(attributes).filter(([name]) => name.startsWith('data-'));
  const faults = written.flatMap(([name, value]) => attributeFault(name, name, value, 'window.NatterSettings') ?? []);
  return [...faults, ...targetFault(attributes, ids)];
}

/** Attributes that any element may have. They are not settings. */
const PLAIN_ATTRIBUTES = /^(?:id|class|style|lang|dir|slot|part|hidden|title|role)$|^(?:data|aria)-|^on/;

/** Checks the attributes of `<natter-chat>`, whose settings have no `data-` prefix. */
export function elementFaults(attributes: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (BY_ATTRIBUTE.has(name)) return `${name} has no effect: write ${bare(name)}`;
    if (PLAIN_ATTRIBUTES.test(name)) return [];
    return attributeFault(`data-${name}`, name, value, 'a property') ?? [];
  });
}

/** Checks the names and values of `NatterSettings`. A value is undefined if it cannot be read without running the page. */
export function settingsFaults(settings: ReadonlyMap<string, string | undefined>): readonly string[] {
  return [...settings].flatMap(([name, value]) => {
    const rule = BY_ATTRIBUTE.get(attributeName(name));
    if (rule) return (rule !== 'object' && value !== undefined && settingFault(name, value.trim(), rule)) || [];
    const meant = meantSetting(name, SETTINGS);
    return meant ? `there is no ${excerpt(name)}, nearest is ${meant}` : [];
  });
}

const bare = (attribute: string): string => attribute.slice('data-'.length);

/** Checks one attribute. `written` is its name in the page. `carrier` names the place to set a value that is not a text. */
function attributeFault(name: string, written: string, value: string, carrier: string): string | undefined {
  const rule = BY_ATTRIBUTE.get(name);
  if (rule === 'object') return `${written} has no effect, because only ${carrier} can carry it`;
  if (rule !== undefined) return settingFault(written, value.trim(), rule);
  // Compares names without hyphens and without the prefix, because a common prefix would make all names similar.
  const meant = meantSetting(bare(name).replaceAll('-', ''), SETTINGS);
  if (!meant) return undefined;
  const right = attributeName(meant);
  return `there is no ${excerpt(written)}, nearest is ${name === written ? right : bare(right)}`;
}

function settingFault(name: string, value: string, rule: Rule): string | undefined {
  if (rule === 'color' && value !== '' && !isColor(value)) return `${name} is no CSS colour`;
  if (rule === 'link' && value !== '' && !isLink(value)) return `${name} is no http(s) address`;
  const wrong = rule === 'origins' ? originsIn(value).find(part => !isOrigin(part)) : undefined;
  if (wrong !== undefined) return `in ${name} ${excerpt(wrong)} is no origin such as https://cdn.example.com`;
  if (typeof rule === 'string' || rule.includes(value) || (value === '' && rule.some(each => /^(on|true)$/.test(each))))
    return undefined;
  return `${name} must be one of ${rule.join(', ')}`;
}

/** Returns true if the text may be a colour. Accepts all functions and names, because browsers know more of them than this check. */
function isColor(text: string): boolean {
  if (text.startsWith('#')) return /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text);
  return /^[a-z]+$/i.test(text) || /^[a-z-]+\(.*\)$/is.test(text);
}

/** Splits `data-image-origins` as the widget does. */
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
