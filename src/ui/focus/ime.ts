/** Recognises keys that an input method uses while it composes (Chinese, Japanese, Korean …). Such keys must not send or close anything. */

/** Key code of a keydown that an input method has used. In Safari the last one comes after the composition has ended. */
const SWALLOWED = 229;

/** Returns true if an input method uses the key. Android's keyboards compose all the time, so `isComposing` is ignored there. */
export const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  keyCode === SWALLOWED || (isComposing && !/Android/.test(navigator.userAgent));
