/**
 * Recognises keys that an input method (Chinese, Japanese, Korean …) uses while it composes a character. Such keys must not send or close anything.
 */

/** Key code of a keydown that an input method has used. Safari fires the last one after the composition has ended. */
const SWALLOWED = 229;

/** Returns true if an input method uses the key. Ignores `isComposing` on Android, where keyboards are always composing. */
export const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  keyCode === SWALLOWED || (isComposing && !/Android/.test(navigator.userAgent));
