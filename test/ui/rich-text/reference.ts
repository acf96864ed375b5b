/** What a reference parser makes of a text, in the form of our tree. Differences that are meant everywhere are evened out here, and named. */

import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { readable, targetHref } from '../../../src/ui/links/autolink.ts';
import { DONE, type Node, TO_DO, textOf } from '../../../src/ui/rich-text/tree.ts';

export const commonMark = (text: string): readonly Node[] => treeOf(fromMarkdown(text));

export const gitHub = (text: string): readonly Node[] =>
  treeOf(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));

const treeOf = (root: Root): readonly Node[] => joined(root.children.flatMap(toNodes));

function toNodes(node: Nodes): readonly Node[] {
  const kids = (): readonly Node[] => ('children' in node ? joined(node.children.flatMap(each => toNodes(each))) : []);
  switch (node.type) {
    case 'paragraph':
      return [{ tag: 'p', kids: kids() }];
    case 'heading':
      return [{ tag: 'h', kids: kids() }];
    case 'blockquote':
      return [{ tag: 'blockquote', kids: kids() }];
    case 'list':
      return [node.ordered ? { tag: 'ol', kids: kids(), start: node.start ?? 1 } : { tag: 'ul', kids: kids() }];
    case 'listItem':
      return [{ tag: 'li', kids: node.checked == null ? kids() : withBox(kids(), node.checked) }];
    case 'thematicBreak':
      return [{ tag: 'hr', kids: [] }];
    case 'code':
      return [{ tag: 'pre', kids: [node.value] }];
    case 'table':
      return [{ tag: 'table', kids: kids(), aligns: (node.align ?? []).map(each => each ?? undefined) }];
    case 'tableRow':
      return [{ tag: 'tr', kids: kids() }];
    case 'tableCell':
      return [{ tag: 'td', kids: kids() }];
    default:
      return toWords(node, kids);
  }
}

function withBox([first, ...rest]: readonly Node[], done: boolean): readonly Node[] {
  const box = { tag: 'task', kids: [done ? DONE : TO_DO] } as const;
  return typeof first === 'object' ? [{ ...first, kids: [box, ...first.kids] }, ...rest] : rest;
}

function toWords(node: Nodes, kids: () => readonly Node[]): readonly Node[] {
  switch (node.type) {
    case 'text':
      return lines(node.value);
    // Tags that we know have tests of their own; any other is text for us.
    case 'html':
      return lines(node.value);
    case 'break':
      return [{ tag: 'br', kids: [] }];
    case 'emphasis':
      return [{ tag: 'em', kids: kids() }];
    case 'strong':
      return [{ tag: 'strong', kids: kids() }];
    case 'delete':
      return [{ tag: 'del', kids: kids() }];
    case 'inlineCode':
      return [{ tag: 'code', kids: [node.value.replace(/\s*\n\s*/g, ' ')] }];
    case 'link': {
      // An address that cannot be followed is read behind its words.
      const href = targetHref(node.url);
      return href ? [{ tag: 'a', href, kids: kids() }] : [...kids(), behind(kids(), node.url)];
    }
    case 'image': {
      const href = targetHref(node.url);
      const alt = node.alt ?? '';
      return href ? [{ tag: 'img', href, kids: alt ? [alt] : [] }] : [alt, behind([alt], node.url)];
    }
    default:
      return [`(${node.type})`, ...kids()];
  }
}

function behind(kids: readonly Node[], url: string): string {
  const [words, address] = [textOf(kids), readable(url)];
  if (!words) return address;
  return words.includes(address) ? '' : ` (${address})`;
}

/** For us the end of a line is one for the reader, too. */
function lines(text: string): readonly Node[] {
  return text.split('\n').flatMap((line, place): readonly Node[] => (place ? [{ tag: 'br', kids: [] }, line] : [line]));
}

/** Neighbouring texts as one; alike for both trees. */
export function joined(kids: readonly Node[]): readonly Node[] {
  const row: Node[] = [];
  for (const kid of kids) {
    const last = row.at(-1);
    if (typeof kid !== 'string') row.push({ ...kid, kids: joined(kid.kids) });
    else if (typeof last === 'string') row[row.length - 1] = last + kid;
    else if (kid) row.push(kid);
  }
  return row;
}

/** For people, in messages of failures. */
export const show = (nodes: readonly Node[]): string =>
  nodes
    .map(node => {
      if (typeof node === 'string') return node;
      const { tag, kids, ...rest } = node;
      const words = tag === 'pre' ? textOf(kids) : show(kids);
      const more = Object.entries(rest).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
      return `<${tag}${more.join('')}>${words}</${tag}>`;
    })
    .join('');
