/** Draws older messages when the reader comes near the top, or presses the button. */

import { useEffect, useRef } from 'preact/hooks';
import { useWords } from '../context/hooks.ts';
import { focusedBeside, focusStill } from '../focus/focus.ts';

interface ShowEarlierProps {
  /** Index of the oldest item that is drawn. */
  readonly first: number;
  show(): void;
}

export function ShowEarlier({ first, show }: ShowEarlierProps) {
  const t = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const view = () => button.current?.closest<HTMLElement>('.log');
  // Makes a new observer for each part. An existing one reports changes only, and would miss that the top is still near.
  useEffect(() => {
    const own = button.current;
    if (!own || !globalThis.IntersectionObserver) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        // Keeps a focused button, which must not disappear, until it is pressed.
        if (own !== focusedBeside(own) && entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { root: view() ?? null, rootMargin: '100% 0px 0px' },
    );
    observer.observe(own);
    return () => observer.disconnect();
  }, [first]);

  return (
    <button
      ref={button}
      type="button"
      class="button earlier"
      part="earlier"
      onClick={() => {
        // The button moves out of view, so the focus moves to the text that is being read.
        focusStill(view());
        show();
      }}
    >
      {t('earlier')}
    </button>
  );
}
