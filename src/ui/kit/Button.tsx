/** A button with a text. */

import { useRef } from 'preact/hooks';
import { useWords } from '../context/hooks.ts';
import { useHeir } from '../focus/focus.ts';
import type { Key } from '../i18n/catalogue.ts';

export interface ButtonProps {
  readonly words: Key;
  /** `primary`: the action that most visitors want · `wide`: an alternative to it · `quiet`: a button within a text. */
  readonly kind?: 'primary' | 'wide' | 'quiet';
  readonly onClick: () => void;
}

export function Button({ words, kind, onClick }: ButtonProps) {
  const t = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useHeir(button);
  return (
    <button
      ref={button}
      type="button"
      class={`button ${kind ?? ''}`}
      part="button"
      // Ignores the second click of a double click, because the button may have appeared under the pointer after the first one.
      onClick={({ detail }) => detail > 1 || onClick()}
    >
      {t(words)}
    </button>
  );
}
