/**
 * The growing edge of a text: what would be shown and taken away again a moment later is held back until it is whole. Marks that opened
 * and have not closed yet are closed for the moment by match-delimiters.ts.
 */

/** The tags that mean something. */
export const TAGS = 'a|br?|i|em|strong|p|[uo]l|li|code';

/** Rest of a tag behind its name: attributes with values, or nothing. A name with other words behind it is no tag: `<I agree>`, `<B or C>`. */
export const REST = String.raw`\s+[\w:.-]+\s*=[^<>]*|\s*\/?`;

const TONE = String.raw`[\ufe0f\u{1f3fb}-\u{1f3ff}]*`;

/** The end of a line of text: half a mark, an entity, a tag, an emoji that may be a longer one's beginning. */
const HALF = new RegExp(
  String.raw`(?:[\\!*_~\x60]+|&#?\w{0,8}|<(?:\/?[\w.+@-]*\s*\/?|(?:${TAGS})\s+[\w:.-]+\s*(?:=[^<>]*)?|(?:https?|mailto|tel|sms):[^\s<>]*)|` +
    String.raw`[\u{1f1e6}-\u{1f1ff}]+|(?:\p{ExtPict}${TONE}\u200d)*\p{ExtPict}${TONE}\u200d?)$`,
  'iu',
);

/** Few words are so short, but the number of a source is, or the box of a task: those keep their brackets, as `[!NOTE]` does, which a link's words lose. */
const NOTE = /!?\[(?:!\w*|[^[\]\n]{0,6})$/;

/** Behind a link's words: its address, in which square brackets may stand, and no end. */
const ADDRESS = /\](?:\((?:[^()\n]|\([^()\n]*\))*(?:\([^()\n]*)?)?$/;

/** A line that may yet become an item, perhaps with a box, a rule, a heading, a fence or the line below a table's head. */
export const HALF_LINE = /^(?:[\s#*_+\-=|:~`•]*|\s*\d{1,9}[.)]?\s*)(?:\[[ x]?\]?\s*)?$|^\s*(?:`{3}|~{3}).*$/i;

/** Length of the edge; no mark is longer, so the text before it is final. */
const EDGE_CHARS = 1000;

export function held(text: string): string {
  const from = Math.max(0, text.length - EDGE_CHARS);
  const edge = text.slice(from);
  const label = edge.search(ADDRESS);
  let whole = (label < 0 ? edge : edge.slice(0, label)).replace(/[\ud800-\udbff]$/, '');
  if (label < 0 || label === edge.length - 1) whole = whole.replace(NOTE, '');
  // Three times: a mark may stand before an emoji that may become another, and one behind it.
  return text.slice(0, from) + whole.replace(HALF, '').replace(HALF, '').replace(HALF, '');
}
