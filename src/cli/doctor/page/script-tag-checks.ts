/** How Natter is put into a page: which tag it is, how it is loaded, and what its attributes say. */

import { shown } from '../../command/safe-text.ts';
import { type Finding, failed, ok, skipped, warning } from '../findings/findings.ts';
import { attributeFaults, attributeName, elementFaults, settingsFaults } from './attribute-checks.ts';
import type { Tag } from './html.ts';
import type { Page } from './page-checks.ts';
import { readPageSettings } from './page-settings.ts';

export interface Installation {
  /** By their names in a tag, `data-…`, also those of `NatterSettings`; those of an element have no such prefix there. */
  readonly attributes: Readonly<Record<string, string>>;
  /** As it stands in the tag or in `NatterSettings`; the empty string when it is nowhere. */
  readonly broker: string;
  /** Undefined for an element, whose script is in the page's own bundle. */
  readonly script: ScriptTag | undefined;
}

export interface ScriptTag {
  /** Whole. */
  readonly url: string;
  readonly nonce: string;
  readonly integrity: string;
  readonly isCrossOrigin: boolean;
  /** Whether the tag has the attribute `crossorigin`. */
  readonly asksLeave: boolean;
}

export interface InstallationResult {
  readonly findings: readonly Finding[];
  readonly installation?: Installation;
}

/** A tag may have any number of wrong attributes; whoever has mended these asks again. */
const MAX_FAULTS = 5;

/** `told`: the broker was given with the call, which is how a tag is checked that only a script makes. */
export function findInstallation(page: Page, { told }: { readonly told: boolean }): InstallationResult {
  const tags = page.html.scripts.filter(isNatter);
  const [tag] = tags;
  const [element] = page.html.elements;
  if (!tag && element) return fromElement(element);
  if (!tag) return { findings: [told ? unseen(page) : missing(page)] };
  // In the page, too, `window.NatterSettings` beats the attributes.
  const settings = readPageSettings(page.html.scripts);
  const findings = [
    ok('script-tag', 'The HTML has it.'),
    onlyOne(tags.length),
    loading(tag),
    attributes(
      ['the tag', attributeFaults(tag.attributes, page.html.ids)],
      ['NatterSettings', settingsFaults(settings)],
    ),
  ];
  const script = readScript(tag, page);
  if (!script) {
    const mend = 'Write the whole https address of natter.js into src.';
    return { findings: [...findings, failed('script-reachable', 'The src of the script tag is no address.', mend)] };
  }
  const given = Object.fromEntries(
    [...settings].flatMap(([name, value]) => (value === undefined ? [] : [[attributeName(name), value]])),
  );
  const all: Readonly<Record<string, string>> = { ...tag.attributes, ...given };
  return {
    findings: [...findings, mixedContent(script, page)],
    installation: { attributes: all, broker: all['data-broker']?.trim() ?? '', script },
  };
}

function isNatter({ attributes }: Tag): boolean {
  return /(^|\/)natter(\.min)?\.js([?#]|$)/.test(attributes.src ?? '') || attributes['data-broker'] !== undefined;
}

/** A tag that a script makes cannot be seen from here, because nothing of the page is run. */
function missing({ source }: Page): Finding {
  const name = 'script-tag';
  if (isNamed(source)) {
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

function unseen({ source }: Page): Finding {
  const what = isNamed(source) ? 'natter.js is named in the HTML, but by no script tag' : 'The HTML has no script tag';
  return skipped('script-tag', `${what}; what a script or a tag manager makes is not seen from here.`);
}

const isNamed = (source: string): boolean => /natter(\.min)?\.js/.test(source);

function onlyOne(count: number): Finding {
  if (count === 1) return ok('script-once', 'There is one.');
  return failed(
    'script-once',
    `There are ${count} script tags; only the first that runs does anything.`,
    'Remove all but one.',
  );
}

function loading({ attributes }: Tag): Finding {
  const name = 'script-loading';
  const type = attributes.type?.trim().toLowerCase() ?? '';
  if (type === 'module') return asModule(attributes.src ?? '');
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

/** The script then looks for a tag whose `src` has its name. */
function asModule(src: string): Finding {
  const name = 'script-loading';
  const mend = 'Remove type="module" and write async.';
  const message = 'With type="module" a script does not see its own tag, and finds it only by the name natter.js';
  if (src.includes('natter.js')) return warning(name, `${message}.`, mend);
  return failed(name, `${message}, which this file does not have: none of its attributes count.`, mend);
}

function attributes(...places: readonly (readonly [place: string, faults: readonly string[]])[]): Finding {
  const faulty = places.filter(([, faults]) => faults.length > 0);
  if (faulty.length === 0) return ok('attributes', 'No name is misspelt, and no value is wrong.');
  const mend = 'Mend the spelling; a name that is not known is ignored, and a wrong value becomes the default.';
  return warning('attributes', faulty.map(([place, faults]) => `In ${place} ${listed(faults)}.`).join(' '), mend);
}

function listed(faults: readonly string[]): string {
  const more = faults.length - MAX_FAULTS;
  return (more > 0 ? [...faults.slice(0, MAX_FAULTS), `and ${more} more like it`] : faults).join('; ');
}

function readScript({ attributes: given }: Tag, { html, url }: Page): ScriptTag | undefined {
  const src = given.src ?? '';
  if (src === '' || !URL.canParse(src, html.baseUrl)) return undefined;
  const address = new URL(src, html.baseUrl);
  if (!/^https?:$/.test(address.protocol)) return undefined;
  return {
    url: address.href,
    nonce: given.nonce ?? '',
    integrity: given.integrity?.trim() ?? '',
    isCrossOrigin: address.origin !== new URL(url).origin,
    asksLeave: given.crossorigin !== undefined,
  };
}

function mixedContent({ url }: ScriptTag, page: Page): Finding {
  if (!page.url.startsWith('https:') || url.startsWith('https:')) return ok('mixed-content', 'Nothing is mixed.');
  const message = `The page comes over https and the script over plain http (${shown(url)}), which browsers block.`;
  return failed('mixed-content', message, 'Write https into src.');
}

function fromElement({ attributes: own }: Tag): InstallationResult {
  const given = Object.fromEntries(Object.entries(own).map(([name, value]) => [`data-${name}`, value]));
  return {
    findings: [
      ok('script-tag', 'None is needed: the page has a natter-chat element.'),
      attributes(['natter-chat', elementFaults(own)]),
    ],
    installation: { attributes: given, broker: own.broker?.trim() ?? '', script: undefined },
  };
}
