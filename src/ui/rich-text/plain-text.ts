/** Turns Markdown into plain text for screen readers and for the clipboard. */

import { hrefOf } from '../links/autolink.ts';
import { allowedImage } from '../links/safe-url.ts';
import { parse } from './parse-blocks.ts';
import { asWritten, isSaying, type Node } from './tree.ts';

/**
 * Returns the text without Markdown. Links and pictures are reduced to their words. Each block, item and row has a line of its own, and commas
 * separate cells. A picture without words is omitted if its origin is among `imageOrigins`; otherwise its address is used. `cut`: the text is only
 * the beginning of a longer one.
 */
export const plainText = (text: string, imageOrigins: readonly string[] = [], cut = false): string =>
  read(text, { origins: imageOrigins }, cut);

/**
 * Returns the text for pasting elsewhere: a link's address follows its words, blank lines separate blocks, items have bullets, and tabs separate
 * cells.
 */
export const copiedText = (text: string): string => read(text, { origins: [], copied: true });

interface Reading {
  readonly origins: readonly string[];
  readonly copied?: true;
}

function read(text: string, reading: Reading, cut = false): string {
  const blocks = parse(text, cut);
  return isSaying(blocks) ? linesOf(blocks, reading, reading.copied && '\n\n') : asWritten(text);
}

const BLOCK = /^(?:p|h|[uo]l|li|blockquote|pre|hr|table|tr)$/;

function linesOf(kids: readonly Node[], reading: Reading, between = '\n'): string {
  let line = '';
  const lines: string[] = [];
  const endLine = () => {
    if (line.trim()) lines.push(line.trim());
    line = '';
  };
  for (const kid of kids) {
    const words = wordsOf(kid, reading);
    if (typeof kid === 'string' || !BLOCK.test(kid.tag)) line += words;
    else {
      endLine();
      if (words) lines.push(words);
    }
  }
  endLine();
  return lines.join(between);
}

function wordsOf(node: Node, reading: Reading): string {
  if (typeof node === 'string') return node;
  const { tag, kids, href = '', start } = node;
  const { copied, origins } = reading;
  const inside = () => kids.map(kid => wordsOf(kid, reading));
  if (tag === 'br') return '\n';
  if (tag === 'img' && !kids.length) return allowedImage(href, origins) ? '' : href;
  if (copied && (tag === 'a' || (tag === 'img' && /^http/.test(href)))) return withAddress(inside().join(''), href);
  if (tag === 'tr')
    return inside()
      .map(cell => (copied ? cell.replace(/\s+/g, ' ') : cell))
      .join(copied ? '\t' : ', ')
      .replace(/(?:, )+$/, '');
  if (tag === 'ol' || (copied && tag === 'ul'))
    return inside()
      .map((words, place) => {
        const sign = tag === 'ol' ? `${(start ?? 1) + place}. ` : '- ';
        return (sign + (copied ? words.replaceAll('\n', '\n  ') : words)).trim();
      })
      .join('\n');
  if (tag === 'pre' || !kids.some(kid => typeof kid === 'object')) return kids.join('');
  if (tag === 'blockquote') return linesOf(kids, reading, copied && '\n\n');
  return BLOCK.test(tag) || tag === 'td' ? linesOf(kids, reading) : inside().join('');
}

/** Adds the address, unless the words contain it or are the same number in another notation. */
function withAddress(words: string, href: string): string {
  const address = href.replace(/^(?:tel|mailto|sms):([^?]*).*/, '$1');
  const said =
    words.includes(bare(address)) || (/^(?:tel|sms):/.test(href) ? NUMBER.test(words) : hrefOf(words.trim()) === href);
  return said ? words : `${words} (${address})`;
}

/** Matches enough digits for a telephone number. Opening hours have fewer. */
const NUMBER = /(?:\d\D*){5}/;

const bare = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '');
