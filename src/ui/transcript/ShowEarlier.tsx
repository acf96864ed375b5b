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
  // Creates a new observer each time older messages are shown. The previous one would report only changes, and miss that the top is still near.
  useEffect(() => {
    const own = button.current;
    if (!own || !globalThis.IntersectionObserver) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        // Does nothing while the button has the focus, because a focused button must not disappear unless it is pressed.
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
        // Moves the focus to the text that is being read, because the button is about to move out of view.
        focusStill(view());
        show();
      }}
    >
      {t('earlier')}
    </button>
  );
}
