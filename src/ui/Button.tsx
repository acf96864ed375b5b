/** A word that acts. */

import { type Key, t } from './strings.ts';

export interface ButtonProps {
  readonly words: Key;
  /** `primary`: what most visitors want here · `quiet`: in the middle of a text. */
  readonly kind?: 'primary' | 'quiet';
  readonly onClick: () => void;
}

export function Button({ words, kind, onClick }: ButtonProps) {
  return (
    <button type="button" class={`button ${kind ?? ''}`} onClick={onClick}>
      {t(words)}
    </button>
  );
}
