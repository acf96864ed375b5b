/** Which keystrokes belong to an input method that is composing (Chinese, Japanese, Korean …) and neither send nor close anything. */

/** What a keydown says that an input method has swallowed: the one by which Safari ends a composition comes after its end. */
const SWALLOWED = 229;

/** The keyboards of Android compose every word to its end: there what is not swallowed is meant. */
export const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  keyCode === SWALLOWED || (isComposing && !/Android/.test(navigator.userAgent));
