/** A word that acts. */

import type { Key } from './catalogue.ts';
import { useWords } from './context.ts';

export interface ButtonProps {
  readonly words: Key;
  /** `primary`: what most visitors want here · `quiet`: in the middle of a text. */
  readonly kind?: 'primary' | 'quiet';
  readonly onClick: () => void;
}

export function Button({ words, kind, onClick }: ButtonProps) {
  const t = useWords();
  return (
    <button type="button" class={`button ${kind ?? ''}`} onClick={onClick}>
      {t(words)}
    </button>
  );
}
