/**
 * Shows the result of copying until the pointer or the focus leaves the button, or for a while if neither does: a finger does not hover,
 * and in Safari buttons get no focus from it.
 */

import { useEffect } from 'preact/hooks';
import { useSignal } from '../context/use-signal.ts';

/** Milliseconds that the result is shown, long enough for a second look. */
const TOLD_MS = 4_000;

/** Milliseconds before the result is set: some browsers copy faster than a screen reader notices the region. */
const AHEAD_MS = 100;

/** `refused`: the browser does not let a button copy. The text can still be selected. */
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
        // The live region has to be there before it says something.
        copied.value = 'asked';
        const told = await copy(textOf());
        await new Promise(heard => setTimeout(heard, AHEAD_MS));
        // If the button was left meanwhile, the result is not shown.
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

/** Copies on pages without TLS or permission. Selects nothing, so selection and focus stay. */
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
      // The page must not change or prevent it.
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
