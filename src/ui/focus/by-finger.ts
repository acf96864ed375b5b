/** Returns true if the visitor's main pointer is a finger: a focused field would bring a keyboard, which covers half of the conversation. */
export const byFinger = (): boolean | undefined => globalThis.matchMedia?.('(pointer: coarse)').matches;
