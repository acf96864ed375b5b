/** Finds addresses in plain text. safe-url.ts decides which may be followed; Markdown has rules of its own (rich-text/parse-inline.ts). */

import { unescaped } from './entities.ts';
import { NO_SITE } from './inline-position.ts';
import { mailHref, safeHref, telHref } from './safe-url.ts';

export interface Address {
  readonly href: string;
  /** The address as it was written. */
  readonly words: string;
}

/**
 * Punctuation that is never written in an address: quotation marks, and the full stops and brackets of scripts without spaces. For use in a
 * character class. Browsers treat some of these full stops as dots, and would go to another host.
 */
export const STOPS = String.raw`«»\u2018-\u201f…‹›\u3000-\u3004\u3008-\u3020\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65،؛؟।`;

/** A host name that goes on after one of these full stops: the part before it would be another host. */
export const GOES_ON = /^\.*[\u3002\uff0e\uff61]\w/;

/** A parameter with brackets, as in the address of a shop's search: `filter[color]=red`. */
export const FIELD = String.raw`\[[\w-]{0,64}\](?==)`;

/**
 * Matches text that is glued to the end of a host name, as Korean particles are: the last label of a name has one script only. A
 * look-behind would be tried again at each letter, and a long address would stop the page. A bar separates addresses from words, too.
 */
export const GLUED = /^(\w*:?\/*[\w.:-]*\w)[|\u0370-\u1cff\u2e80-\ud7ff](?![^/]*\.).*/;

/** Matches one pair of brackets in an address, as in an encyclopaedia's; a sentence's full stop is not part of it. */
const LETTER = String.raw`[^\s<>"'\x60[\]()${STOPS}]`;
const BRACKETS = String.raw`\(${LETTER}{0,200}\)`;
const LAST = String.raw`[^\s<>"'\x60[\]().,;:!?*_~\p{Cf}${STOPS}]`;
const ADDRESS = new RegExp(
  String.raw`\b(?:https?:\/\/|mailto:|tel:|sms:)(?:${LETTER}|${BRACKETS}|${FIELD}){0,2000}(?:${LAST}|${BRACKETS})`,
  'giu',
);

/** The limit for elements: tens of thousands would stop the page. */
const MOST_PIECES = 1_000;

/** Splits the text into pieces without loss, and finds the first few hundred addresses. */
export function withAddresses(text: string): readonly (string | Address)[] {
  const pieces: (string | Address)[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    if (pieces.length > MOST_PIECES) break;
    const words = found.replace(GLUED, '$1');
    const href = GOES_ON.test(text.slice(index + words.length, index + words.length + 9)) ? null : addressHref(words);
    if (!href) continue;
    pieces.push(text.slice(end, index), { href, words });
    end = index + words.length;
  }
  return [...pieces, text.slice(end)];
}

/** Invisible characters. Browsers leave some of them out of an address, and would go to another one than was written. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{NChar}]|^\w+:\/*[^/]*[\u200c\u200d]/u;

/** Returns the target of an address in a text if it may be followed and reads as it leads; null otherwise. */
export function addressHref(text: string, base?: string): string | null {
  const href = UNSEEN.test(text.trim()) ? null : safeHref(text, base);
  if (!href || /^h/.test(href)) return href;
  try {
    const { protocol, pathname, search } = new URL(href);
    const to = decodeURIComponent(pathname);
    if (protocol === 'mailto:') return withFields(mailHref(to), search);
    const number = telHref(to);
    return number && protocol === 'sms:' ? withFields(number.replace('tel', 'sms'), search) : number;
  } catch {
    return null;
  }
}

/**
 * Keeps only a subject and a text, which the visitor sees before sending. Copies, attachments and anything behind a line break might stay
 * unseen.
 */
function withFields(href: string | null, search: string): string | null {
  const fields = search
    .slice(1)
    .split('&')
    .filter(each => /^(?:body=|subject=(?!.*%0[ad]))/i.test(each));
  return href && href + (fields.length ? `?${fields.join('&')}` : '');
}

/** Host name at the beginning of a target. Browsers would take it for a path of the page's own site. */
const HOST = /^[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+(?=:\d|[/?#]|$)/u;

/** Returns the URL of an address, with the scheme that people leave out; null if it must not be followed. */
export function hrefOf(address: string): string | null {
  if (/^[\w.+-]+@[\w.-]+$/.test(address)) return addressHref(`mailto:${address}`);
  const host = HOST.exec(address)?.[0];
  return addressHref(host && !NO_SITE.test(host) ? `https://${address}` : address);
}

/** A path without a scheme; a single word is none. No backslash is allowed, because browsers treat it as a slash. */
const PATH = /^(?=.*(?:[./?]|#.))[^:\\/?#]*(?:[/?#][^\\]*)?$/s;

/** Returns the URL of a link's or a card's target: like `hrefOf`, and a path belongs to the page's own site. */
export function targetHref(target: string): string | null {
  const text = unescaped(target).trim();
  const href = hrefOf(text);
  if (href || !PATH.test(text)) return href;
  // A fragment belongs to the current page, whatever its <base> says.
  return addressHref(text, text[0] === '#' ? location.href : document.baseURI);
}

/** Schemes that run something when they are followed, also if written in disguise. */
const SCRIPT = /^\W*(?:javascript|vbscript|data)[^\w./-]/i;

/** Returns a target that cannot be a link as readable text; the empty string if it would run something. */
export function readable(target: string): string {
  const text = unescaped(target).trim();
  return UNSEEN.test(text) || SCRIPT.test(text.replace(/\s/g, '')) ? '' : text;
}
