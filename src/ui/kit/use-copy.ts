/**
 * Shows the result of copying until the pointer or the focus leaves the button, or for a few seconds. The time limit is needed because touch
 * screens have no pointer, and a tap does not focus a button in Safari.
 */

import { useEffect } from 'preact/hooks';
import { useSignal } from '../context/use-signal.ts';

/** Milliseconds for which the result is shown. */
const TOLD_MS = 4_000;

/** Milliseconds before the result is set, because a screen reader must notice the live region first. */
const AHEAD_MS = 100;

/** State of copying. `refused`: the browser does not allow copying, but the visitor can still select the text. */
export type Copied = '' | 'asked' | 'done' | 'refused';

export function useCopy(textOf: () => string) {
  const copied = useSignal<Copied>('');
  const forget = () => {
    copied.value = '';
  };
  useEffect(() => {
    const timer = copied.value && setTimeout(forget, TOLD_MS);
    return () => clearTimeout(timer || undefined);
  }, [copied.value]);
  return {
    copied: copied.value,
    /** Handlers of the button. */
    handlers: {
      async onClick(): Promise<void> {
        // Creates the live region before its text.
        copied.value = 'asked';
        const told = await copy(textOf());
        await new Promise(heard => setTimeout(heard, AHEAD_MS));
        // Does not show the result if the visitor has left the button meanwhile.
        if (copied.peek() === 'asked') copied.value = told;
      },
      onBlur: forget,
      onPointerLeave: forget,
    },
  };
}

async function copy(text: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return 'done';
  } catch {
    return copyByCommand(text) ? 'done' : 'refused';
  }
}

/** Copies without the clipboard API, which needs TLS and a permission. Keeps selection and focus. */
function copyByCommand(text: string): boolean {
  let copied = false;
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  // Without a selection, some browsers enable the command only if this event is prevented.
  addEventListener('beforecopy', event => event.preventDefault(), options);
  addEventListener(
    'copy',
    event => {
      event.preventDefault();
      // Keeps the page's own handlers from changing or preventing the copy.
      event.stopImmediatePropagation();
      event.clipboardData?.setData('text/plain', text);
      copied = true;
    },
    options,
  );
  try {
    return document.execCommand('copy') && copied;
  } catch {
    return false;
  } finally {
    listening.abort();
  }
}
