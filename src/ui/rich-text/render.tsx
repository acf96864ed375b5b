/** Renders a parsed text. Only elements that are named in this file can be created. */

import { type ComponentChild, Fragment, h, type VNode } from 'preact';
import { Icon } from '../kit/Icon.tsx';
import { Link } from '../kit/Link.tsx';
import { memoVNode } from '../kit/memo-vnode.ts';
import { withNumbers } from '../links/isolate-numbers.ts';
import { allowedImage } from '../links/safe-url.ts';
import { CodeBlock } from './CodeBlock.tsx';
import type { Edge } from './fade-edge.ts';
import { InlineImage } from './InlineImage.tsx';
import { ScrollBox } from './ScrollBox.tsx';
import { type Align, DONE, type Element, type Node, textOf } from './tree.ts';

export interface Drawing {
  readonly imageOrigins: readonly string[];
  /** Renderings of closed elements. Reusing them saves comparing their nodes again. */
  readonly drawn: WeakMap<Element, VNode>;
  /** Renderings of groups of closed blocks, by the last block of each. With these, the cost of a frame does not depend on the number of blocks. */
  readonly groups: WeakMap<Element, { readonly node: VNode; readonly named: string | null }>;
}

const GROUP = 16;

const CONTAINER = /^(?:[uo]l|li|blockquote|table|tr)$/;

/** `edge`: the end of the last block is still being written. */
export function drawBlocks(
  blocks: readonly Element[],
  drawing: Drawing,
  edge: Edge | null,
  now: number,
): ComponentChild {
  edge?.begin(pathOf(blocks), now);
  const groups: VNode[] = [];
  for (let from = 0, to = 0; from < blocks.length; from = to) {
    to = endOfGroup(blocks, from);
    const group = blocks.slice(from, to);
    const open = edge && to >= blocks.length ? edge : null;
    const named = from > 0 ? 'group' : null;
    groups.push(open ? drawGroup(group, named, drawing, open) : keptGroup(group, named, drawing, edge));
  }
  return groups;
}

/** Returns the end of the group that begins at `from`. A group does not end with a heading or a rule, because these belong to the text below them. */
function endOfGroup(blocks: readonly Element[], from: number): number {
  let to = from + GROUP;
  while (to > from && /^hr?$/.test(blocks[to - 1]?.tag ?? '')) to -= 1;
  return to > from ? to : from + GROUP;
}

/** Renders a closed group once. After its layout, renders it a second time, with the class that lets browsers skip it while it is out of view. */
function keptGroup(group: readonly Element[], named: string | null, drawing: Drawing, growing: Edge | null): VNode {
  const last = group.at(-1) as Element;
  const kept = drawing.groups.get(last);
  const past = kept && growing && named ? 'group settled' : named;
  if (kept?.named === past) return kept.node;
  const node = memoVNode(drawGroup(group, past, drawing, null));
  drawing.groups.set(last, { node, named: past });
  return node;
}

/** Renders a group. Most messages have only one, which needs no element of its own. */
function drawGroup(group: readonly Element[], named: string | null, drawing: Drawing, edge: Edge | null): VNode {
  const kids = group.map((block, place) => drawBlock(block, drawing, place === group.length - 1 ? edge : null, 'auto'));
  // Uses a Fragment even around an element, because Preact skips an unchanged Fragment but compares every element again.
  return h(Fragment, null, named ? h('div', { class: named }, kids) : kids);
}

/** Returns a string that identifies the innermost block at the end. */
function pathOf(kids: readonly Node[]): string {
  const last = kids.at(-1);
  return `${kids.length}.${typeof last === 'object' && CONTAINER.test(last.tag) ? pathOf(last.kids) : ''}`;
}

function drawBlock(block: Element, drawing: Drawing, edge: Edge | null, dir?: 'auto'): VNode {
  const kept = drawing.drawn.get(block);
  if (kept && !edge) return kept;
  const made = drawn(block, drawing, edge, dir);
  if (!edge) drawing.drawn.set(block, memoVNode(made));
  return made;
}

function drawn(block: Element, drawing: Drawing, edge: Edge | null, dir?: 'auto'): VNode {
  const { tag, kids, start, lang, aligns } = block;
  const inside = () =>
    kids.map((kid, place) =>
      typeof kid === 'string' ? kid : drawBlock(kid, drawing, place === kids.length - 1 ? edge : null),
    );
  const words = () => kids.map(kid => drawInline(kid, drawing, edge));
  if (tag === 'pre') return <CodeBlock code={textOf(kids)} lang={lang} />;
  if (tag === 'table') return drawTable(kids, aligns ?? [], drawing, edge);
  if (tag === 'blockquote') {
    return (
      <blockquote part="quote" dir={dir}>
        {inside()}
      </blockquote>
    );
  }
  if (tag === 'h') {
    return (
      // Uses level 3, because the panel's title is a heading of level 2.
      <h3 class="heading" dir={dir}>
        <strong>{words()}</strong>
      </h3>
    );
  }
  const last = start === undefined ? 0 : start + kids.length - 1;
  return h<{ dir?: 'auto' | undefined; start?: number | undefined; style?: object | undefined }>(
    tag,
    // The style sheet always leaves room for two digits.
    { dir, start: start === 1 ? undefined : start, style: last > 99 ? { '--n-digits': `${last}`.length } : undefined },
    CONTAINER.test(tag) ? inside() : words(),
  );
}

function drawTable(rows: readonly Node[], aligns: readonly Align[], drawing: Drawing, edge: Edge | null): VNode {
  const [head, ...body] = rows.map((row, place) => {
    const last = place === rows.length - 1;
    const draw = () => drawRow(row, place === 0, aligns, drawing, last ? edge : null);
    if (typeof row === 'string' || (last && edge)) return draw();
    const made = drawing.drawn.get(row) ?? draw();
    drawing.drawn.set(row, memoVNode(made));
    return made;
  });
  return (
    <ScrollBox words="table">
      <table part="table" dir="auto" style={{ '--n-columns': aligns.length }}>
        <thead>{head}</thead>
        {body.length > 0 && <tbody>{body}</tbody>}
      </table>
    </ScrollBox>
  );
}

function drawRow(row: Node, head: boolean, aligns: readonly Align[], drawing: Drawing, edge: Edge | null): VNode {
  const cells = typeof row === 'string' ? [] : row.kids;
  return (
    <tr>
      {cells.map((cell, place) =>
        h(
          head ? 'th' : 'td',
          { scope: head ? 'col' : undefined, align: aligns[place] },
          typeof cell === 'string'
            ? cell
            : cell.kids.map(kid => drawInline(kid, drawing, place === cells.length - 1 ? edge : null)),
        ),
      )}
    </tr>
  );
}

/** Renders a text, which may be the visitor's own. */
export function drawText(text: string): ComponentChild {
  const pieces = withNumbers(text);
  return pieces.length < 2
    ? text
    : pieces.map((piece, place) => (place % 2 ? h('bdi', { key: place, dir: 'ltr' }, piece) : piece));
}

function drawInline(node: Node, drawing: Drawing, edge: Edge | null, linked = false): ComponentChild {
  if (typeof node === 'string') return edge ? edge.draw(node) : drawText(node);
  const { tag, kids, href } = node;
  const inside = kids.map(kid => drawInline(kid, drawing, edge, linked || tag === 'a'));
  const src = tag === 'img' && href ? allowedImage(href, drawing.imageOrigins) : null;
  if (src) return <InlineImage src={src} alt={textOf(kids)} linked={linked} />;
  if (tag === 'a' || tag === 'img') {
    const words = kids.length ? inside : href;
    return href && !linked ? (
      <Link href={href} class="link" part="link">
        {words}
      </Link>
    ) : (
      words
    );
  }
  if (tag === 'task') {
    const done = kids[0] === DONE;
    // Disabled, because it only shows a state.
    const said = { class: 'task', role: 'checkbox', 'aria-checked': done, 'aria-disabled': true } as const;
    return h('span', said, kids, done && <Icon name="done" />);
  }
  // Excludes code from translation, because it is typed or copied literally.
  return h(tag, tag === 'code' ? { translate: false } : null, inside);
}
