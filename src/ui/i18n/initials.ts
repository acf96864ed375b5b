/** First letters of the first two words. No regular expression: to compile Unicode's classes takes longer than to draw the panel's header. */
export function initials(name: string): string {
  const words = name.normalize().split(' ').map(firstLetter);
  return words.filter(Boolean).slice(0, 2).join('').toUpperCase();
}

/** Skips punctuation, and marks that turn the direction. */
function firstLetter(word: string): string {
  return [...word].find(each => each >= '0' && (each < '\u2000' || each > '\u206f')) ?? '';
}
