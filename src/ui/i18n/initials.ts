/**
 * First letters of the first two words. Without a regular expression: compiling Unicode's classes takes longer than drawing the panel's
 * header.
 */
export function initials(name: string): string {
  const words = name.normalize().split(' ').map(firstLetter);
  return words.filter(Boolean).slice(0, 2).join('').toUpperCase();
}

/** Skips punctuation and direction marks. */
function firstLetter(word: string): string {
  return [...word].find(each => each >= '0' && (each < '\u2000' || each > '\u206f')) ?? '';
}
