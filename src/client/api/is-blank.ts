/**
 * Returns true if the text has no visible character. Spaces, control characters, direction marks, zero-width joiners, and fillers that Unicode
 * counts as letters are invisible. Compares the first character before anything else, which is fast: nearly every text begins with a visible ASCII
 * character.
 */
export const isBlank = (text: string): boolean =>
  !(text >= '!' && text < '\x7f') && !/[^\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);

/** Returns true for a text that can be sent as a message. Does not check its size. */
export const isSendable = (text: unknown): text is string => typeof text === 'string' && !isBlank(text);
