/** The letters of a face without a picture: the first of the first two words. By no pattern of letters, which browsers take milliseconds to make ready. */
export const initials = (name: string): string =>
  name
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map(word => [...word][0])
    .join('')
    .toUpperCase();
