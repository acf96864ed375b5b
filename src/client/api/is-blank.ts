/** Texts that would look like nothing. */

/**
 * Nothing of it can be seen: spaces, marks of direction, joiners of no width, the fillers that look like letters to a computer. Nearly every
 * text begins with what needs no such question.
 */
export const isBlank = (text: string): boolean =>
  !(text >= '!' && text < '\x7f') && !/[^\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);
