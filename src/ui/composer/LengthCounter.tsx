/**
 * The composer's counter, which appears when the text is nearly too long. Screen readers read it at three moments: when it appears, when very few
 * characters are left, and when none is left.
 */

import { useEffect, useRef } from 'preact/hooks';
import { useWords } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { measure } from './byte-count.ts';

interface LengthCounterProps {
  readonly text: string;
  readonly max: number;
  /** Number of characters over the limit. */
  readonly excess: number;
}

const FEW = 20;

export function LengthCounter({ text, max, excess }: LengthCounterProps) {
  const t = useWords();
  const said = useSignal('');
  const before = useRef('');
  const { used, near } = measure(text, max);
  // Estimates the number of characters, because the limit is in bytes, which mean nothing to a visitor.
  const left = Math.max(0, Math.floor(((max - used) * text.length) / used));
  const stage = excess ? 'over' : near ? (left <= FEW ? 'few' : 'near') : '';
  // Sets the words after rendering, because the live region must exist before them.
  useEffect(() => {
    if (stage === before.current) return;
    before.current = stage;
    said.value = stage && (excess ? t('tooLong', { count: excess }) : t('roomLeft', { count: left }));
  });
  return (
    <>
      <div class="counter detail" part="counter" id="room">
        {near && <span>{t('counter', { used, max })}</span>}
        {excess > 0 && <p>{t('tooLong', { count: excess })}</p>}
      </div>
      <div class="visually-hidden" aria-live="polite">
        {said.value}
      </div>
    </>
  );
}
