/**
 * Returns the first letters of the first two words. Uses no regular expression, because compiling Unicode classes takes longer than rendering the
 * header.
 */
export function initials(name: string): string {
  const words = name.normalize().split(' ').map(firstLetter);
  return words.filter(Boolean).slice(0, 2).join('').toUpperCase();
}

/** Returns the first character that is neither punctuation nor a direction mark. */
function firstLetter(word: string): string {
  return [...word].find(each => each >= '0' && (each < '\u2000' || each > '\u206f')) ?? '';
}
