/** What the visitor has selected. Of a selection in a shadow root most documents say nothing, and of its ends some say another place. */

const selectionAround = (element: Element): Selection | null => {
  const root = element.getRootNode() as ShadowRoot & { getSelection?(): Selection | null };
  return root.getSelection?.() ?? getSelection();
};

/** Undefined where nothing is selected. */
export function selectedAround(element: Element): Range | undefined {
  const selection = selectionAround(element);
  if (!selection?.rangeCount) return undefined;
  const composed = composedIn(selection, element.getRootNode());
  const { startContainer, startOffset, endContainer, endOffset } = composed ?? selection.getRangeAt(0);
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range.collapsed ? undefined : range;
}

/** Safari has taken the roots one by one before it took them as everybody does, and throws at what is none. */
function composedIn(selection: Selection, root: Node): StaticRange | undefined {
  if (!(root instanceof ShadowRoot)) return undefined;
  try {
    return selection.getComposedRanges?.({ shadowRoots: [root] })[0];
  } catch {
    const former = selection as { getComposedRanges?(...roots: ShadowRoot[]): StaticRange[] };
    return former.getComposedRanges?.(root)[0];
  }
}

/** Gives back what selects the same letters again when `root` has been drawn anew, or undefined if none of them is selected. */
export function keepSelected(root: Element): (() => void) | undefined {
  const range = selectedAround(root);
  if (!range?.intersectsNode(root)) return undefined;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const [start, end] = ends(root, range);
  const backward = selectionAround(root)?.direction === 'backward';
  return () => {
    const now = selectedAround(root);
    if (now && `${ends(root, now)}` === `${[start, end]}`) return;
    const from = placeOf(root, start) ?? [startContainer, startOffset];
    const to = placeOf(root, end) ?? [endContainer, endOffset];
    const [anchor, focus] = backward ? [to, from] : [from, to];
    try {
      selectionAround(root)?.setBaseAndExtent(...anchor, ...focus);
    } catch {
      // Its other end stood in something of the page's that is not what it was.
    }
  };
}

/** Where it begins and ends, in letters of `root`: elements do not last, and texts do not keep what is selected in them. */
const ends = (root: Element, { startContainer, startOffset, endContainer, endOffset }: Range): [number, number] => [
  lettersTo(root, startContainer, startOffset),
  lettersTo(root, endContainer, endOffset),
];

/** -1: it is elsewhere. */
function lettersTo(root: Element, node: Node, offset: number): number {
  if (!root.contains(node)) return -1;
  const range = document.createRange();
  range.setStart(root, 0);
  range.setEnd(node, offset);
  return `${range}`.length;
}

function placeOf(root: Element, letters: number): [Node, number] | undefined {
  if (letters < 0) return undefined;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = letters;
  let last: [Node, number] = [root, 0];
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    last = [text, Math.min(left, text.length)];
    if (left <= text.length) break;
    left -= text.length;
  }
  return last;
}
