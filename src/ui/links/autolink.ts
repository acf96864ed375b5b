/** Finds addresses in plain text. safe-url.ts decides which of them may be links. For addresses in Markdown see rich-text/parse-inline.ts. */

import { NO_SITE } from './disguised-links.ts';
import { unescaped } from './entities.ts';
import { mailHref, safeHref, telHref } from './safe-url.ts';

export interface Address {
  readonly href: string;
  /** The address as it was written. */
  readonly words: string;
}

/**
 * Punctuation that ends an address, for use in a character class: quotation marks, and the full stops and brackets of Chinese, Japanese and other
 * scripts. Browsers treat some of these full stops as dots and would open another host.
 */
export const STOPS = String.raw`«»\u2018-\u201f…‹›\u3000-\u3004\u3008-\u3020\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65،؛؟।`;

/** Matches a full stop of another script that a letter follows. The host name continues there, so the part before it would be a different host. */
export const GOES_ON = /^\.*[\u3002\uff0e\uff61]\w/;

/** A parameter with square brackets, such as `filter[color]=red`. */
export const FIELD = String.raw`\[[\w-]{0,64}\](?==)`;

/**
 * Matches an address whose host name is directly followed by text of another script, such as a Korean particle, or by a vertical bar and text.
 * Group 1 is the address. Contains no look-behind, which would take quadratic time in a long address.
 */
export const GLUED = /^(\w*:?\/*[\w.:-]*\w)[|\u0370-\u1cff\u2e80-\ud7ff](?![^/]*\.).*/;

/** Parts of an address. It may contain brackets, as in `/wiki/Nova_(star)`, but does not end with the punctuation of the sentence. */
const LETTER = String.raw`[^\s<>"'\x60[\]()${STOPS}]`;
const BRACKETS = String.raw`\(${LETTER}{0,200}\)`;
const LAST = String.raw`[^\s<>"'\x60[\]().,;:!?*_~\p{Cf}${STOPS}]`;
const ADDRESS = new RegExp(
  String.raw`\b(?:https?:\/\/|mailto:|tel:|sms:)(?:${LETTER}|${BRACKETS}|${FIELD}){0,2000}(?:${LAST}|${BRACKETS})`,
  'giu',
);

/** The largest number of pieces, because tens of thousands of elements would block the page. */
const MOST_PIECES = 1_000;

/** Splits the text into words and addresses. Together the pieces are the whole text. Finds only the first few hundred addresses. */
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

/** Invisible characters. Browsers remove some of them from an address and would open a different one from the one written. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{NChar}]|^\w+:\/*[^/]*[\u200c\u200d]/u;

/** Returns the URL of an address in a text; null if it must not be a link, or contains invisible characters. */
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
 * Keeps only the subject and the body of a mail, because the visitor sees these before sending it. The visitor might not notice other fields, such
 * as copies and attachments, or a subject with a line break.
 */
function withFields(href: string | null, search: string): string | null {
  const fields = search
    .slice(1)
    .split('&')
    .filter(each => /^(?:body=|subject=(?!.*%0[ad]))/i.test(each));
  return href && href + (fields.length ? `?${fields.join('&')}` : '');
}

/** A host name at the beginning of a target without a scheme, which browsers would treat as a path of the page's own site. */
const HOST = /^[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+(?=:\d|[/?#]|$)/u;

/** Returns the URL of an address, with a scheme added if it has none. Returns null if the address must not be a link. */
export function hrefOf(address: string): string | null {
  if (/^[\w.+-]+@[\w.-]+$/.test(address)) return addressHref(`mailto:${address}`);
  const host = HOST.exec(address)?.[0];
  return addressHref(host && !NO_SITE.test(host) ? `https://${address}` : address);
}

/**
 * Matches a path, such as `/help` or `faq.html`, but not a single word. A path with a backslash does not match, because browsers treat it as a
 * slash.
 */
const PATH = /^(?=.*(?:[./?]|#.))[^:\\/?#]*(?:[/?#][^\\]*)?$/s;

/** Returns the URL of a link's or a card's target. Works as `hrefOf`, and also accepts a path on the page's own site. */
export function targetHref(target: string): string | null {
  const text = unescaped(target).trim();
  const href = hrefOf(text);
  if (href || !PATH.test(text)) return href;
  // Resolves a fragment against the current page, regardless of the page's <base>.
  return addressHref(text, text[0] === '#' ? location.href : document.baseURI);
}

/** Matches schemes of links that run code, even with other characters before the scheme. */
const SCRIPT = /^\W*(?:javascript|vbscript|data)[^\w./-]/i;

/** Returns a target that cannot be a link as readable text. Returns the empty string if it would run code or contains invisible characters. */
export function readable(target: string): string {
  const text = unescaped(target).trim();
  return UNSEEN.test(text) || SCRIPT.test(text.replace(/\s/g, '')) ? '' : text;
}
