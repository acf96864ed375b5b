/** Returns true if the main pointer is a finger. A focused field would then open a keyboard, which covers half of the conversation. */
export const byFinger = (): boolean | undefined => globalThis.matchMedia?.('(pointer: coarse)').matches;
