/**
 * What a button that copies has to say: until the pointer or the focus leaves it, and for a while where neither is told to leave. A finger is
 * gone before it has pressed anything, and buttons in Safari get no focus from it.
 */

import { useEffect } from 'preact/hooks';
import { useSignal } from './signals.ts';

/** In milliseconds: time enough to look there once more. */
const TOLD_MS = 4_000;

/** Some browsers have copied before a reader has heard of the region that says so. */
const AHEAD_MS = 100;

/** `refused`: without permission, or on a page without TLS. The text can still be selected. */
export type Copied = '' | 'asked' | 'done' | 'refused';

export function useCopying(textOf: () => string) {
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
    /** For the button. */
    handlers: {
      async onClick(): Promise<void> {
        // The live region has to be there before it says something.
        copied.value = 'asked';
        let told: Copied = 'done';
        try {
          await navigator.clipboard.writeText(textOf());
        } catch {
          told = 'refused';
        }
        await new Promise(heard => setTimeout(heard, AHEAD_MS));
        // Left meanwhile, it is over.
        if (copied.peek() === 'asked') copied.value = told;
      },
      onBlur: forget,
      onPointerLeave: forget,
    },
  };
}
