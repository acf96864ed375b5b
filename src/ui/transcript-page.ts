/**
 * A transcript as one page of HTML that loads nothing and runs nothing. It is a string that is written to a file and never put into a document;
 * all that comes from outside goes through `escaped`.
 */

import { withAddresses } from './addresses.ts';
import { withNumbers } from './numbers.ts';
import type { Language } from './speech.ts';
import type { Enclosure, Entry, Transcript } from './transcript-entries.ts';

const STYLE = `:root{color-scheme:light dark;font:15px/22px system-ui,sans-serif}
body{max-width:680px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere}
h1{margin:0;font-size:20px;line-height:28px}
h2,h3,.meta,.note{margin:0;font-size:13px;line-height:18px;font-weight:400;opacity:.75}
h2,.divider{margin:32px 0 0;padding-top:12px;border-top:1px solid #8886}
article,.note{margin-top:16px}
article{break-inside:avoid;padding-inline-start:12px;border-inline-start:3px solid #8886}
.user{border-color:#2456c7}
b{font-weight:600}
:lang(ko){word-break:keep-all}
p{margin:0;white-space:pre-wrap}
p+p{margin-top:8px}`;

export function toPage({ title, range, entries }: Transcript, { tag, dir }: Language): string {
  return `<!doctype html>
<html lang="${escaped(tag)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1 dir="auto">${escaped(title)}</h1>
<p class="meta">${escaped(range)}</p>
${entries.map(entryOf).join('\n')}
</body>
</html>
`;
}

function entryOf(entry: Entry): string {
  const { kind, day, author, text, enclosures, remark } = entry;
  const heading = day && `<h2>${escaped(day)}</h2>\n`;
  if (!author) return `${heading}<p class="note ${kind}">${timeOf(entry)}<bdi>${escaped(text)}</bdi></p>`;
  const paragraphs = text ? text.split('\n\n').map(part => `<p dir="auto">${linked(part)}</p>`) : [];
  const parts = [
    `<h3>${timeOf(entry)}<b dir="auto">${escaped(author)}</b></h3>`,
    ...paragraphs,
    ...enclosures.map(enclosureOf),
    remark && `<p class="meta">${escaped(remark)}</p>`,
  ];
  return `${heading}<article class="${kind}">\n${parts.filter(Boolean).join('\n')}\n</article>`;
}

function timeOf({ time, moment }: Entry): string {
  return time && `<time datetime="${moment}">${escaped(time)}</time> `;
}

function enclosureOf({ title, address, href }: Enclosure): string {
  const name = title && `<b dir="auto">${escaped(title)}</b>`;
  const place = address && `<bdi>${href ? link(href, address) : escaped(address)}</bdi>`;
  return `<p class="enclosure">${[name, place].filter(Boolean).join(' ')}</p>`;
}

/** The text as it was written, its addresses as links. */
const linked = (text: string): string =>
  withAddresses(text)
    .map(piece => (typeof piece === 'string' ? broken(piece) : link(piece.href, piece.words)))
    .join('');

/** Beside `pre-wrap`, a line end must stand once, as an element. */
const broken = (text: string): string =>
  withNumbers(text)
    .map((piece, place) => (place % 2 ? `<bdi dir="ltr">${escaped(piece)}</bdi>` : escaped(piece)))
    .join('')
    .replaceAll('\n', '<br>');

const link = (href: string, text: string): string => `<a href="${escaped(href)}" rel="noreferrer">${escaped(text)}</a>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`);
