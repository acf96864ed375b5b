/** Recognises keystrokes of an input method that is composing (Chinese, Japanese, Korean …): they neither send nor close anything. */

/** Key code of a keydown that an input method has taken. Safari's last one comes after the end of the composition. */
const SWALLOWED = 229;

/** Returns true if an input method uses the key. Android's keyboards compose every word to its end: there a key counts unless it is swallowed. */
export const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  keyCode === SWALLOWED || (isComposing && !/Android/.test(navigator.userAgent));
