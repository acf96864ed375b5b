/**
 * Page translators replace text nodes by their own elements. Preact would then update text nodes that are no longer on the page. This file
 * therefore restores the text nodes of an element whenever it is rendered; the translator may translate them again. A text that may be removed must
 * be the only content of an element that is removed with it. Otherwise its translation would stay.
 */

import { options, type VNode } from 'preact';

/** Internal names of Preact since version 10. If they change, nothing is restored. */
type Drawn = VNode & { readonly __e?: ChildNode; readonly __k?: readonly (Drawn | null)[] | null };

const kept = new WeakSet<object>();

/** Hooks into this copy of Preact. The page may contain others. */
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

/** Returns true if a text node of this element is missing. It runs for everything that is rendered, so it creates no objects. */
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
