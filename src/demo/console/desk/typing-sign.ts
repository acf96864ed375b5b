/** The sign that a person types: begins with the first letter, is repeated while letters come, and ends after a pause. */

export interface TypingSign {
  /** The text of the field has changed. */
  changed(text: string): void;
  /** The text was sent, which ends the sign everywhere. Also call this at the end. */
  reset(): void;
}

/** Widgets take the sign away on their own after a while. */
const REPEAT_MS = 4_000;
/** Shorter than the repetition, so that only a sign that goes on is repeated. */
const PAUSE_MS = 3_000;

export function createTypingSign(tell: (state: 'started' | 'stopped') => void): TypingSign {
  let repeat: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const reset = () => {
    clearTimeout(repeat);
    clearTimeout(pause);
    repeat = undefined;
  };
  const stop = () => {
    if (repeat === undefined) return;
    reset();
    tell('stopped');
  };
  const start = () => {
    tell('started');
    repeat = setTimeout(start, REPEAT_MS);
  };
  return {
    reset,
    changed(text) {
      if (text.trim() === '') {
        stop();
        return;
      }
      clearTimeout(pause);
      pause = setTimeout(stop, PAUSE_MS);
      if (repeat === undefined) start();
    },
  };
}
