/**
 * A transcript as one page of HTML that loads nothing and runs nothing. It is a string that is written to a file and never put into a document;
 * all that comes from outside goes through `escaped`.
 */

import { withAddresses } from './addresses.ts';
import { withNumbers } from './numbers.ts';
import { parse } from './rich-text/blocks.ts';
import { type Element, isSaying, type Node, textOf } from './rich-text/tree.ts';
import type { Language } from './speech.ts';
import type { Enclosure, Entry, Transcript } from './transcript-entries.ts';

const STYLE = `:root{color-scheme:light dark;background:Canvas;font:15px/22px system-ui,sans-serif}
body{max-width:680px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere}
h1{margin:0;font-size:20px;line-height:28px}
h2,h3,.meta,.note{margin:0;font-size:13px;line-height:18px;font-weight:400;opacity:.75}
h2,.divider{margin:32px 0 0;padding-top:12px;border-top:1px solid #8886}
article,.note{margin-top:16px}
article{break-inside:avoid;padding-inline-start:12px;border-inline-start:3px solid #8886}
.user{border-color:#2456c7}
b{font-weight:600}
:lang(ko){word-break:keep-all}
p,ul,ol,blockquote,pre{margin:0}
p{white-space:pre-wrap}
:is(article,blockquote,li)>*+*,hr{margin-top:8px}
ul,ol{padding-inline-start:24px}
li+li,li>ul,li>ol{margin-top:4px}
blockquote{padding-inline-start:12px;border-inline-start:3px solid #8886}
code{background:#8882;font:13px/20px ui-monospace,monospace}
pre{padding:8px 12px;background:#8882;white-space:pre-wrap}
pre code{background:none}
table{border-collapse:collapse}
th,td{overflow-wrap:break-word;padding:4px 0;padding-inline-end:12px;border-bottom:1px solid #8886;text-align:start;vertical-align:top}
th{font-weight:600}
hr{border:0;border-top:1px solid #8886}`;

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
<main>
<h1 dir="auto">${escaped(title)}</h1>
<p class="meta">${escaped(range)}</p>
${entries.map(entryOf).join('\n')}
</main>
</body>
</html>
`;
}

function entryOf(entry: Entry): string {
  const { kind, day, author, text, source, enclosures, remark } = entry;
  const heading = day && `<h2>${escaped(day)}</h2>\n`;
  if (!author) return `${heading}<p class="note ${kind}">${timeOf(entry)}<bdi>${escaped(text)}</bdi></p>`;
  const blocks = parse(source);
  const said = isSaying(blocks)
    ? blocks.map(block => drawn(block, ' dir="auto"'))
    : text.split('\n\n').map(part => part && `<p dir="auto">${linked(part)}</p>`);
  const parts = [
    `<h3>${timeOf(entry)}<b dir="auto">${escaped(author)}</b></h3>`,
    ...said,
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
  const place = address && `<bdi>${href ? link(href, escaped(address)) : escaped(address)}</bdi>`;
  return `<p class="enclosure">${[name, place].filter(Boolean).join(' ')}</p>`;
}

/** Of a reply, as the panel shows it; pictures are links, as nothing is loaded. `dir`: of a block, which has its own. `within`: a link holds no other. */
function drawn(node: Node, dir = '', within = false): string {
  if (typeof node === 'string') return broken(node);
  const { tag, kids, href, start, aligns } = node;
  const inside = () => kids.map(kid => drawn(kid, '', within || tag === 'a')).join('');
  if (tag === 'a' || tag === 'img') {
    const words = inside() || escaped(href ?? '');
    return href && !within ? link(href, words) : words;
  }
  if (tag === 'pre') return `<pre dir="ltr"><code translate="no">${escaped(textOf(kids))}</code></pre>`;
  if (tag === 'task') return inside();
  if (tag === 'table') {
    const [head = '', ...rows] = kids.map((row, place) =>
      typeof row === 'string' ? '' : rowOf(row.kids, place ? 'td' : 'th scope="col"', aligns),
    );
    return `<table dir="auto"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
  }
  if (/^[bh]r$/.test(tag)) return `<${tag}>`;
  // The rank of a heading among this page's own nobody knows.
  const words = tag === 'h' ? `<strong>${inside()}</strong>` : inside();
  // Tags may make paragraphs and lists inside of a paragraph, which a browser would end there.
  const name = /^[ph]$/.test(tag) ? (/<(?:p|[uo]l|li|div)\b/.test(words) ? 'div' : 'p') : tag;
  const kept = tag === 'code' ? ' translate="no"' : '';
  return `<${name}${dir}${kept}${start === undefined ? '' : ` start="${start}"`}>${words}</${name}>`;
}

const rowOf = (cells: readonly Node[], tag: string, aligns: Element['aligns'] = []): string =>
  `<tr>${cells
    .map((cell, place) => {
      const side = aligns[place] ? ` style="text-align:${aligns[place]}"` : '';
      return `<${tag}${side}>${typeof cell === 'string' ? '' : cell.kids.map(kid => drawn(kid)).join('')}</${tag.slice(0, 2)}>`;
    })
    .join('')}</tr>`;

/** The text as it was written, its addresses as links. */
const linked = (text: string): string =>
  withAddresses(text)
    .map(piece => (typeof piece === 'string' ? broken(piece) : link(piece.href, escaped(piece.words))))
    .join('');

/** Beside `pre-wrap`, a line end must stand once, as an element. */
const broken = (text: string): string =>
  withNumbers(text)
    .map((piece, place) => (place % 2 ? `<bdi dir="ltr">${escaped(piece)}</bdi>` : escaped(piece)))
    .join('')
    .replaceAll('\n', '<br>');

const link = (href: string, words: string): string => `<a href="${escaped(href)}" rel="noreferrer">${words}</a>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`);
