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
  // A new observer for each part: observers report changes only, and the top may still be near.
  useEffect(() => {
    const own = button.current;
    if (!own || !globalThis.IntersectionObserver) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        // A focused button waits to be pressed: it must not disappear while it has the focus.
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
        // The button moves up and away, so the keyboard continues from the text that is being read.
        focusStill(view());
        show();
      }}
    >
      {t('earlier')}
    </button>
  );
}
