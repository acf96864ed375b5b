/** Parses a page's HTML as a browser does, without running its scripts. */

import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export interface Tag {
  readonly name: string;
  /** Names in lower case. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Text of an inline script. */
  readonly text: string;
}

export interface PageHtml {
  readonly scripts: readonly Tag[];
  /** `<natter-chat>` elements, which the page's own bundle defines. */
  readonly elements: readonly Tag[];
  /** Policies in `<meta http-equiv>`. */
  readonly policies: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** Base for relative addresses in the page. */
  readonly baseUrl: string;
  readonly language: string;
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export function readHtml(html: string, url: string): PageHtml {
  const elements = htmlElements(parse(html).childNodes);
  const tags = elements.map(toTag);
  const base = tags.find(tag => tag.name === 'base' && tag.attributes.href !== undefined)?.attributes.href;
  return {
    scripts: tags.filter(tag => tag.name === 'script'),
    elements: tags.filter(tag => tag.name === 'natter-chat'),
    policies: tags.filter(isPolicy).map(tag => tag.attributes.content ?? ''),
    ids: new Set(tags.flatMap(tag => tag.attributes.id ?? [])),
    baseUrl: base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url,
    language: tags.find(tag => tag.name === 'html')?.attributes.lang ?? '',
  };
}

/** Returns the elements in document order, without the contents of templates. Uses no recursion, because a hostile page may be deeply nested. */
function htmlElements(roots: readonly Node[]): readonly Element[] {
  const found: Element[] = [];
  const waiting = [...roots].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    found.push(node);
    for (let i = node.childNodes.length - 1; i >= 0; i--) {
      const child = node.childNodes[i];
      if (child) waiting.push(child);
    }
  }
  return found;
}

function toTag(element: Element): Tag {
  return {
    name: element.tagName,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    text: element.childNodes.map(node => ('value' in node ? node.value : '')).join(''),
  };
}

/** Returns true for a policy in a meta element. Includes policies in the body: they have no effect, but they show a mistake. */
function isPolicy({ name, attributes }: Tag): boolean {
  return name === 'meta' && attributes['http-equiv']?.trim().toLowerCase() === 'content-security-policy';
}
