/**
 * Finds numbers of several groups, such as telephone numbers, card numbers and large amounts. In right-to-left text a browser reverses the order of
 * the groups, and a visitor would dial a wrong number. Dates, times and ranges are not matched.
 */

/** Matches digits and the characters between groups, unless they are part of a longer word. */
const CANDIDATE = /(?<![\p{L}\p{N}:.,/])[+(]{0,2}\d[\d()./ \u00a0\u202f-]{3,40}\d(?![\p{L}\p{N}:])/gu;

/** Matches groups that are separated by spaces or brackets. A space after a full stop or a slash does not separate groups of one number. */
const PARTED = /^(?!.*[./]\s).*[\s(]/;
const MIN_DIGITS = 7;
/** The largest number of pieces. Further numbers stay as they are, because too many elements would block the page. */
const MOST_PIECES = 400;

/** Splits the text into pieces, which together are the whole text. Every second piece is such a number. */
export function withNumbers(text: string): readonly string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: number, index } of text.matchAll(CANDIDATE)) {
    if (pieces.length > MOST_PIECES) break;
    const groups = number.match(/\d+/g) ?? [];
    const isDialled = /^[+(0]/.test(number) || groups.length > 2;
    if (!isDialled || !PARTED.test(number) || groups.join('').length < MIN_DIGITS) continue;
    pieces.push(text.slice(end, index), number);
    end = index + number.length;
  }
  return [...pieces, text.slice(end)];
}
