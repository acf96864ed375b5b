/** Which keystrokes belong to an input method that is composing (Chinese, Japanese, Korean …) and must not send. */

import { useRef } from 'preact/hooks';

/** Safari ends the composition first and reports its Enter afterwards; the two events are this close together. */
const SAME_KEYSTROKE_MS = 50;
/** What a keydown says that an input method has swallowed. */
const SWALLOWED = 229;

export function useComposition() {
  const endedAt = useRef(-SAME_KEYSTROKE_MS);
  return {
    owns: (event: KeyboardEvent): boolean =>
      event.isComposing || event.keyCode === SWALLOWED || event.timeStamp - endedAt.current < SAME_KEYSTROKE_MS,
    handlers: {
      onCompositionEnd(event: CompositionEvent) {
        endedAt.current = event.timeStamp;
      },
      onKeyUp() {
        endedAt.current = -SAME_KEYSTROKE_MS;
      },
    },
  };
}
