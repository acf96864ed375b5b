/** Parses the inline content of a paragraph, a heading or a cell. Finds the delimiters from left to right; match-delimiters.ts pairs them. */

import { FIELD, GLUED, GOES_ON, hrefOf, STOPS, targetHref } from '../links/autolink.ts';
import { realAddress } from '../links/disguised-links.ts';
import { closed, decoded, entity, HOLE } from '../links/entities.ts';
import { type Item, type Mark, nest } from './match-delimiters.ts';
import { linked } from './normalise-blocks.ts';
import { type Node, type Tag, textOf } from './tree.ts';
import { held, REST, TAGS } from './unfinished-syntax.ts';

/** Matches in linear time even for a hostile text: each repetition is bounded or cannot overlap its neighbour. */
const TOKEN = new RegExp(
  [
    String.raw`\\([!-/:-@[-\x60{-~])`,
    String.raw`(\x60+)`,
    String.raw`(\*+|_+|(?<!~)~~(?!~))`,
    String.raw`(!?\[)`,
    String.raw`(\])`,
    String.raw`<((?:https?:|mailto:|tel:|sms:)[^\s<>]*|[\w.+-]{1,64}@[\w.-]{1,255})>`,
    String.raw`<(\/?)(${TAGS})(${REST})>`,
    String.raw`&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]\w{1,7});`,
    String.raw`\\?(\n)`,
    String.raw`(?<![^\W_])((?:https?:\/\/|www\.)(?:${FIELD}|\\[-_*~&#=+]|[^\s<>"\x60\\[\]|${STOPS}]|\|(?!https?:|www\.)){1,2000})`,
    String.raw`(?<![\w.+\-\u00c0-\u024f]|\w['\u2019]|[\w.+-]${HOLE})([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9})`,
  ].join('|'),
  'gi',
);

/**
 * An address with spaces, as in file names. A space before a quotation mark begins a title instead. So does a space before a bracketed text if the
 * target ends after it.
 */
const BLANKS = String.raw`(?=https?:|www\.|\.{0,2}\/)(?:\\.|[^\s()\\]|\((?:\\.|[^()\\\n])*\)| +(?=[^\s"'()]|\([^()\n]{0,99}\)[^\s)]))+`;

/** Matches the target after a link's words: an address or a telephone number, which may have several groups. A title may follow; it is not shown. */
const TARGET = new RegExp(
  String.raw`\(\s*(?!\s)(?:<((?:\\.|[^<>\\\n])*)>|(?!<)((?:tel|sms):\+?\d(?:[ .-]?\d)*|${BLANKS}|(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*))` +
    String.raw`(?:\s+(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\)))?\s*\)`,
  'iy',
);

const HREF = /\shref\s*=\s*(["']?)(.*?)(?:\1\s|\1$)/is;

/** Longest run of characters that can be a delimiter. A longer one is a line drawn with characters. */
const MAX_RUN = 8;
const MAX_LABEL = 300;
const MAX_BRACKETS = 500;

/** The state of the parser. */
interface Scan {
  readonly text: string;
  readonly growing: boolean;
  readonly row: Item[];
  /** The square brackets that are open. */
  readonly brackets: { readonly mark: Mark; readonly place: number; readonly from: number }[];
  /** Number of open brackets, counted from the outermost, that contain a link and therefore cannot become one. */
  taken: number;
  /** Position up to which the text has been parsed. */
  done: number;
}

/** Parses inline Markdown. `growing`: more text is to come, so open delimiters are closed and unfinished ones are hidden. */
export function inline(source: string, growing = false): Node[] {
  const scan: Scan = { text: growing ? held(source) : source, growing, row: [], brackets: [], taken: 0, done: 0 };
  const { text, row, brackets } = scan;
  for (;;) {
    TOKEN.lastIndex = scan.done;
    const match = TOKEN.exec(text);
    row.push(text.slice(scan.done, match?.index));
    if (!match) break;
    scan.done = TOKEN.lastIndex;
    read(scan, match);
  }
  // Hides an open bracket if the words after it may become a link, unless they are long.
  for (const { mark, from } of brackets) if (growing && text.length - from < MAX_LABEL) mark.left = 0;
  const nodes = nest(row, growing);
  return text.includes(HOLE) ? nodes.map(whole) : nodes;
}

/** Removes placeholders. */
const whole = (node: Node): Node => (typeof node === 'string' ? closed(node) : { ...node, kids: node.kids.map(whole) });

function read(scan: Scan, match: RegExpExecArray): void {
  const { row } = scan;
  const [all, escaped, ticks, run, opening, closing, auto, slash, tag, attributes, name, newline, url, mail] = match;
  if (escaped) row.push(escaped);
  else if (ticks) readCode(scan, ticks);
  else if (run) row.push(runMark(scan, run));
  else if (opening) openBracket(scan, opening);
  else if (closing) closeBracket(scan);
  else if (auto) row.push(autolink(auto) ?? all);
  else if (tag) readTag(scan, tag.toLowerCase(), Boolean(slash), attributes);
  else if (name) row.push(closed(entity(name)));
  else if (newline) row.push({ tag: 'br', kids: [] });
  else readAddress(scan, url ?? mail ?? '', all);
}

function readCode(scan: Scan, ticks: string): void {
  const { text, done, growing, row } = scan;
  const fence = new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g');
  fence.lastIndex = done;
  const close = ticks.length > MAX_RUN ? null : fence.exec(text);
  if (!close && (!growing || done >= text.length)) {
    row.push(ticks);
    return;
  }
  const inside = text.slice(done, close?.index).replaceAll('\n', ' ');
  const padded = inside.startsWith(' ') && inside.endsWith(' ') && /[^ ]/.test(inside);
  row.push({ tag: 'code', kids: [padded ? inside.slice(1, -1) : inside] });
  scan.done = close ? fence.lastIndex : text.length;
}

const SPACE = /^\s?$/;
const PUNCTUATION = /[\p{P}\p{S}\ufdd0]/u;
/** Matches punctuation, and letters of scripts that are written without spaces. Beside these, a delimiter is treated as if it were beside a space. */
const SPACELESS =
  /[\p{P}\p{S}\ufdd0\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Matches the punctuation of such scripts. */
const WIDE = /[\u3001-\u303f\uff01-\uff65]/;

/** Matches the text before a delimiter that can only be a closing one: `**Paid:**yes`, `**Paid: **yes`. */
const LABEL = /[\p{Po}\p{Pe}\p{Pf}]$|: $/u;

/**
 * Returns true if a delimiter with `from` before it and `to` after it is at the beginning of a word. With the arguments exchanged, tests for the
 * end of a word.
 */
const leans = (to: string, from: string): boolean =>
  !SPACE.test(to) && (!PUNCTUATION.test(to) || SPACE.test(from) || SPACELESS.test(from) || WIDE.test(to));

function runMark({ text, done }: Scan, run: string): Mark {
  const size = run.length;
  const start = done - size;
  const tail = text.slice(Math.max(0, start - 2), start);
  const before = /.?$/u.exec(tail)?.[0] ?? '';
  const after = /^.?/su.exec(text.slice(done, done + 2))?.[0] ?? '';
  const left = leans(after, before);
  const right = leans(before, after) || (run === '**' && LABEL.test(tail));
  // Treats the characters as text between two digits: 80*120*45.
  const fine = size <= MAX_RUN && !(/\d/.test(before) && /\d/.test(after));
  const inWord = run[0] === '_' && left && right;
  return {
    char: run.charAt(0),
    size,
    opens: fine && left && (!inWord || PUNCTUATION.test(before)),
    closes: fine && right && (!inWord || PUNCTUATION.test(after)),
    left: size,
    at: 0,
  };
}

const plainMark = (char: string): Mark => ({ char, size: 1, opens: false, closes: false, left: 1, at: 0 });

function openBracket({ row, brackets, done }: Scan, char: string): void {
  const mark = plainMark(char);
  if (brackets.length < MAX_BRACKETS) brackets.push({ mark, place: row.length, from: done });
  row.push(mark);
}

function closeBracket(scan: Scan): void {
  const { text, row, brackets } = scan;
  const bracket = brackets.pop();
  const image = bracket?.mark.char === '![';
  const live = image || brackets.length >= scan.taken;
  scan.taken = Math.min(scan.taken, brackets.length);
  TARGET.lastIndex = scan.done;
  const target = bracket && live ? TARGET.exec(text) : null;
  if (!bracket || !target) {
    row.push(']');
    return;
  }
  scan.done = TARGET.lastIndex;
  const kids = nest(row.splice(bracket.place + 1));
  row.pop();
  const address = decoded(target[1] ?? target[2] ?? '');
  const href = image && targetHref(address);
  if (!href) {
    for (const kid of linked(image ? [textOf(kids)] : kids, address)) row.push(kid);
    if (!image) scan.taken = brackets.length;
    return;
  }
  const alt = textOf(kids);
  // A picture that must not be loaded becomes a link.
  const place = realAddress(alt, href);
  row.push({ tag: 'img', href, kids: alt ? [place ? `${alt} (${place})` : alt] : [] });
}

function readTag(scan: Scan, name: string, closes: boolean, attributes = ''): void {
  const { text, row, done } = scan;
  if (name === 'br') {
    row.push({ tag: 'br', kids: [] });
    // Skips the line break after the tag, because it would be a second one.
    if (text[done] === '\n') scan.done += 1;
  } else if (name === 'code' && !closes) {
    const end = /<\/code\s*>/gi;
    end.lastIndex = done;
    const close = end.exec(text);
    row.push({ tag: 'code', kids: [closed(decoded(text.slice(done, close?.index))).replaceAll('\n', ' ')] });
    scan.done = close ? end.lastIndex : text.length;
  } else if (name !== 'code') {
    const target = decoded(HREF.exec(attributes)?.[2] ?? '');
    const tag = name === 'b' ? 'strong' : name === 'i' ? 'em' : (name as Tag);
    row.push({ tag, target, char: '', size: 1, opens: !closes, closes, left: 1, at: 0 });
  }
}

function autolink(address: string): Node | null {
  const href = hrefOf(address);
  if (href && /[^ -~]/.test(address)) return linked([address], address)[0] ?? null;
  return href && { tag: 'a', href, kids: [address] };
}

/** Parses a bare address in a sentence. At the end of a growing text it stays text, because it may be unfinished. */
function readAddress(scan: Scan, found: string, all: string): void {
  const { text, growing, row } = scan;
  const start = scan.done - all.length;
  const before = text.slice(Math.max(0, start - 1000), start);
  // If `**` or `~~` is open before the address, the same delimiter in it ends the address. Otherwise the delimiter is part of the address.
  const mark = ['**', '~~'].find(each => found.includes(each) && before.split(each).length % 2 === 0);
  const whole = mark ? found.slice(0, found.indexOf(mark)) : found;
  const written = whole.slice(0, addressEnd(whole)).replace(GLUED, '$1');
  const shown = written.replaceAll('&amp;', '&').replaceAll('\\', '');
  scan.done = start + written.length;
  const rest = text.slice(scan.done, scan.done + 9);
  const cut = /^\ufdd0[.-]*\w/.test(rest) || GOES_ON.test(rest);
  // Counts as unfinished even before a full stop at the end of the text, because the address may continue after it.
  const half = growing && /^\.?$/.test(text.slice(start + found.length, start + found.length + 2));
  row.push((cut || half ? null : autolink(shown)) ?? shown);
}

/**
 * Returns the end of the address, without the punctuation of the sentence. A closing bracket or brace without an opening one also ends the address.
 */
function addressEnd(found: string): number {
  let opened = 0;
  let end = 0;
  for (; end < found.length; end += 1) {
    if (/[({]/.test(found.charAt(end))) opened += 1;
    if (!/[)}]/.test(found.charAt(end))) continue;
    opened -= 1;
    if (opened < 0 && !/[\w&=/%#]/.test(found.charAt(end + 1))) break;
  }
  for (; end > 0; end -= 1) {
    const char = found.charAt(end - 1);
    // Removes a whole entity, such as `&quot;`.
    const escaped = char === ';' && /&#?\w{1,8};$/.exec(found.slice(Math.max(0, end - 10), end));
    if (escaped) end -= escaped[0].length - 1;
    else if (!/[.,;:!?'*_~|\\\p{Cf}\ufdd0]/u.test(char)) break;
  }
  return end;
}
