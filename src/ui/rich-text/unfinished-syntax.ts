/**
 * Holds back unfinished syntax at the end of a growing text until it is complete. Otherwise it would be shown and then removed. Open delimiters are
 * shown as if they were closed (match-delimiters.ts).
 */

/** The tags that are parsed. All others stay text. */
export const TAGS = 'a|br?|i|em|strong|p|[uo]l|li|code';

/** Matches the rest of a tag after its name: attributes with values, or nothing. Thus `<I agree>` and `<B or C>` are not tags. */
export const REST = String.raw`\s+[\w:.-]+\s*=[^<>]*|\s*\/?`;

const TONE = String.raw`[\ufe0f\u{1f3fb}-\u{1f3ff}]*`;

/** Matches an unfinished end of a line: part of a delimiter, an entity or a tag, or an emoji that may become a longer one. */
const HALF = new RegExp(
  String.raw`(?:[\\!*_~\x60]+|&#?\w{0,8}|<(?:\/?[\w.+@-]*\s*\/?|(?:${TAGS})\s+[\w:.-]+\s*(?:=[^<>]*)?|(?:https?|mailto|tel|sms):[^\s<>]*)|` +
    String.raw`[\u{1f1e6}-\u{1f1ff}]+|(?:\p{ExtPict}${TONE}\u200d)*\p{ExtPict}${TONE}\u200d?)$`,
  'iu',
);

/**
 * Matches a short text after an open bracket. It may become the number of a source, a checkbox or `[!NOTE]`, which keep their brackets. The words
 * of a link are rarely that short.
 */
const NOTE = /!?\[(?:!\w*|[^[\]\n]{0,6})$/;

/** Matches the closing bracket of a link's words, with or without the beginning of its address. The address may itself contain brackets. */
const ADDRESS = /\](?:\((?:[^()\n]|\([^()\n]*\))*(?:\([^()\n]*)?)?$/;

/** Matches a line that may still become an item, perhaps with a checkbox, a rule, a heading, a fence or the line below a table's head. */
export const HALF_LINE = /^(?:[\s#*_+\-=|:~`•]*|\s*\d{1,9}[.)]?\s*)(?:\[[ x]?\]?\s*)?$|^\s*(?:`{3}|~{3}).*$/i;

/** Length of the end of the text that may be unfinished. No delimiter is longer, so the text before this end is final. */
const EDGE_CHARS = 1000;

export function held(text: string): string {
  const from = Math.max(0, text.length - EDGE_CHARS);
  const edge = text.slice(from);
  const label = edge.search(ADDRESS);
  let whole = (label < 0 ? edge : edge.slice(0, label)).replace(/[\ud800-\udbff]$/, '');
  if (label < 0 || label === edge.length - 1) whole = whole.replace(NOTE, '');
  // Removes three parts, because an unfinished emoji may have a delimiter before and another after it.
  return text.slice(0, from) + whole.replace(HALF, '').replace(HALF, '').replace(HALF, '');
}
