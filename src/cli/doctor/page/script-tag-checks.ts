/** Checks the script tag, or the element, of Natter in a page: how it is loaded, and its attributes. */

import { displayUrl } from '../../command/safe-text.ts';
import { type Finding, failed, ok, skipped, warning } from '../findings/findings.ts';
import { attributeFaults, attributeName, elementFaults, settingsFaults } from './attribute-checks.ts';
import type { Tag } from './html.ts';
import type { Page } from './page-checks.ts';
import { readPageSettings } from './page-settings.ts';

export interface Installation {
  /** All settings under the names of a script tag's attributes, `data-…`: those of the tag or the element, and those of `NatterSettings`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The broker as the tag or `NatterSettings` names it; the empty string if neither does. */
  readonly broker: string;
  /** Undefined for an element, whose script is in the page's own bundle. */
  readonly script: ScriptTag | undefined;
}

export interface ScriptTag {
  /** Absolute address. */
  readonly url: string;
  readonly nonce: string;
  readonly integrity: string;
  readonly isCrossOrigin: boolean;
  /** True if the tag has the attribute `crossorigin`. */
  readonly hasCrossorigin: boolean;
}

export interface InstallationResult {
  readonly findings: readonly Finding[];
  readonly installation?: Installation;
}

/** Largest number of wrong attributes in the report. The next run lists the others. */
const MAX_LISTED_FAULTS = 5;

/** Checks the tag. `isBrokerGiven` is true with the option --broker; the page may then have no tag in its HTML, because a script adds it. */
export function examineScriptTag(
  page: Page,
  { isBrokerGiven }: { readonly isBrokerGiven: boolean },
): InstallationResult {
  const tags = page.html.scripts.filter(isNatter);
  const [tag] = tags;
  const [element] = page.html.elements;
  if (!tag && element) return examineElement(element);
  if (!tag) return { findings: [isBrokerGiven ? scriptTagNotInHtml(page) : missingScriptTag(page)] };
  // `window.NatterSettings` overrides the attributes, as in the widget.
  const settings = readPageSettings(page.html.scripts);
  const findings = [
    ok('script-tag', 'The HTML has it.'),
    checkScriptTagCount(tags.length),
    checkScriptTagLoading(tag),
    checkTagAttributes(
      ['the tag', attributeFaults(tag.attributes, page.html.ids)],
      ['NatterSettings', settingsFaults(settings)],
    ),
  ];
  const script = readScriptTag(tag, page);
  if (!script) {
    const fix = 'Write the whole https address of natter.js into src.';
    return { findings: [...findings, failed('script-reachable', 'The src of the script tag is no address.', fix)] };
  }
  const given = Object.fromEntries(
    [...settings].flatMap(([name, value]) => (value === undefined ? [] : [[attributeName(name), value]])),
  );
  const all: Readonly<Record<string, string>> = { ...tag.attributes, ...given };
  return {
    findings: [...findings, checkMixedContent(script, page)],
    installation: { attributes: all, broker: all['data-broker']?.trim() ?? '', script },
  };
}

function isNatter({ attributes }: Tag): boolean {
  return /(^|\/)natter(\.min)?\.js([?#]|$)/.test(attributes.src ?? '') || attributes['data-broker'] !== undefined;
}

/** Explains a missing tag. The doctor runs no script of the page, so it does not see a tag that a script adds. */
function missingScriptTag({ source }: Page): Finding {
  const name = 'script-tag';
  if (namesScript(source)) {
    return failed(
      name,
      'natter.js is named in the HTML, but by no script tag: by a comment, a template, a noscript or the code of a script.',
      'Take the tag out of there; if a script or a tag manager makes it, check the rest with --broker.',
    );
  }
  return failed(
    name,
    'The HTML has no script tag for natter.js.',
    'If a script of the page makes it (React, a tag manager), which is not seen from here, check the rest with --broker; only if none does, add the tag.',
  );
}

function scriptTagNotInHtml({ source }: Page): Finding {
  const what = namesScript(source)
    ? 'natter.js is named in the HTML, but by no script tag'
    : 'The HTML has no script tag';
  return skipped('script-tag', `${what}; what a script or a tag manager makes is not seen from here.`);
}

const namesScript = (source: string): boolean => /natter(\.min)?\.js/.test(source);

function checkScriptTagCount(count: number): Finding {
  if (count === 1) return ok('script-once', 'There is one.');
  return failed(
    'script-once',
    `There are ${count} script tags; only the first that runs does anything.`,
    'Remove all but one.',
  );
}

function checkScriptTagLoading({ attributes }: Tag): Finding {
  const name = 'script-loading';
  const type = attributes.type?.trim().toLowerCase() ?? '';
  if (type === 'module') return checkModuleScriptTag(attributes.src ?? '');
  if (type !== '' && !/^(text|application)\/(java|ecma)script$/.test(type)) {
    const message = 'The type of the script tag keeps browsers from running it.';
    return warning(name, message, 'Remove the type, unless a consent tool does that once the visitor has agreed.');
  }
  if (attributes.nomodule !== undefined) {
    return failed(name, 'With nomodule no browser of today runs the script.', 'Remove nomodule.');
  }
  if (attributes.async !== undefined || attributes.defer !== undefined) return ok(name, 'It holds nothing up.');
  return warning(name, 'Without async the page stands still until the script has come.', 'Write async into the tag.');
}

/** Reports a tag with `type="module"`. A module cannot see its own tag, so natter.js searches for one whose `src` contains its name. */
function checkModuleScriptTag(src: string): Finding {
  const name = 'script-loading';
  const fix = 'Remove type="module" and write async.';
  const message = 'With type="module" a script does not see its own tag, and finds it only by the name natter.js';
  if (src.includes('natter.js')) return warning(name, `${message}.`, fix);
  return failed(name, `${message}, which this file does not have: none of its attributes count.`, fix);
}

function checkTagAttributes(...places: readonly (readonly [place: string, faults: readonly string[]])[]): Finding {
  const faulty = places.filter(([, faults]) => faults.length > 0);
  if (faulty.length === 0) return ok('attributes', 'No name is misspelt, and no value is wrong.');
  const fix = 'Fix the spelling; a name that is not known is ignored, and a wrong value becomes the default.';
  return warning('attributes', faulty.map(([place, faults]) => `In ${place} ${listFaults(faults)}.`).join(' '), fix);
}

function listFaults(faults: readonly string[]): string {
  const more = faults.length - MAX_LISTED_FAULTS;
  return (more > 0 ? [...faults.slice(0, MAX_LISTED_FAULTS), `and ${more} more like it`] : faults).join('; ');
}

function readScriptTag({ attributes: given }: Tag, { html, url }: Page): ScriptTag | undefined {
  const src = given.src ?? '';
  if (src === '' || !URL.canParse(src, html.baseUrl)) return undefined;
  const address = new URL(src, html.baseUrl);
  if (!/^https?:$/.test(address.protocol)) return undefined;
  return {
    url: address.href,
    nonce: given.nonce ?? '',
    integrity: given.integrity?.trim() ?? '',
    isCrossOrigin: address.origin !== new URL(url).origin,
    hasCrossorigin: given.crossorigin !== undefined,
  };
}

function checkMixedContent({ url }: ScriptTag, page: Page): Finding {
  if (!page.url.startsWith('https:') || url.startsWith('https:')) return ok('mixed-content', 'Nothing is mixed.');
  const message = `The page comes over https and the script over plain http (${displayUrl(url)}), which browsers block.`;
  return failed('mixed-content', message, 'Write https into src.');
}

function examineElement({ attributes: own }: Tag): InstallationResult {
  const given = Object.fromEntries(Object.entries(own).map(([name, value]) => [`data-${name}`, value]));
  return {
    findings: [
      ok('script-tag', 'None is needed: the page has a natter-chat element.'),
      checkTagAttributes(['natter-chat', elementFaults(own)]),
    ],
    installation: { attributes: given, broker: own.broker?.trim() ?? '', script: undefined },
  };
}
