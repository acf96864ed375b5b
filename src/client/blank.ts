/** Texts that would look like nothing. */

/** Nothing of it can be seen: spaces, marks of direction, joiners of no width, the fillers that look like letters to a computer. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);
