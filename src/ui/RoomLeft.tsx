/** The composer's counter for screen readers: politely, and only when it comes into sight, when little room is left, and when there is none. */

import { useEffect, useRef } from 'preact/hooks';
import { measure } from './byte-count.ts';
import { useWords } from './context.ts';
import type { LateProps } from './late-parts.ts';
import { useSignal } from './signals.ts';

const FEW = 20;

export function RoomLeft({ text, max, excess }: LateProps['RoomLeft']) {
  const t = useWords();
  const said = useSignal('');
  const before = useRef('');
  const { used, near } = measure(text, max);
  // About, as in what is said of text that is too long: nobody counts bytes.
  const left = Math.max(0, Math.floor(((max - used) * text.length) / used));
  const stage = excess ? 'over' : near ? (left <= FEW ? 'few' : 'near') : '';
  // After the drawing: the region is in the page before anything comes into it.
  useEffect(() => {
    if (stage === before.current) return;
    before.current = stage;
    said.value = stage && (excess ? t('tooLong', { count: excess }) : t('roomLeft', { count: left }));
  });
  return (
    <div class="unseen" aria-live="polite">
      {said.value}
    </div>
  );
}
