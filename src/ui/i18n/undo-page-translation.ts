/**
 * Translators and readers of pages replace text nodes by elements of theirs, and later renderings change text nodes that are not on the page.
 * Restores an element's own text nodes when it is rendered again; the translator may translate them again. Text that may go for good needs an element
 * of its own.
 */

import { options, type VNode } from 'preact';

/** Preact's internal names since version 10. If they change, texts stay as the translator has left them. */
type Drawn = VNode & { readonly __e?: ChildNode; readonly __k?: readonly (Drawn | null)[] | null };

const kept = new WeakSet<object>();

/** Hooks into each Preact once; it may be the page's own. */
export function undoPageTranslation(): void {
  if (kept.has(options)) return;
  kept.add(options);
  const { diffed } = options;
  options.diffed = (node: Drawn) => {
    diffed?.(node);
    const { type, __e: element } = node;
    if (typeof type === 'string' && isRobbed(node, element as Element)) restore(element as Element, nodesOf(node));
  };
}

const isOurs = (element: Element): boolean =>
  (element.getRootNode() as ShadowRoot).host?.matches('natter-chat') ?? false;

/** Runs for everything that is drawn, so it creates no objects. */
const isRobbed = ({ __k }: Drawn, element: Element): boolean =>
  __k?.some(kid =>
    typeof kid?.type === 'function'
      ? isRobbed(kid, element)
      : kid?.__e?.nodeType === 3 && kid.__e.parentNode !== element,
  ) ?? false;

const nodesOf = ({ __k }: Drawn): ChildNode[] =>
  (__k ?? []).flatMap(kid => (kid ? (typeof kid.type === 'function' ? nodesOf(kid) : (kid.__e ?? [])) : []));

function restore(element: Element, own: readonly ChildNode[]): void {
  if (!isOurs(element)) return;
  for (const each of [...element.childNodes]) if (!own.includes(each)) each.remove();
  own.forEach((each, place) => {
    const there = element.childNodes[place];
    if (there !== each) element.insertBefore(each, there ?? null);
  });
}
