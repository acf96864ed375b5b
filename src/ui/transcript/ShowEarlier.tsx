/** The way to older messages: they are drawn when the reader comes near the top, and at the press of the button. */

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
  // Anew for each part: an observer tells of changes only, and the top may be near still.
  useEffect(() => {
    const own = button.current;
    if (!own || !globalThis.IntersectionObserver) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        // A focused button waits for its press: it must not go from under the focus.
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
        // The button moves up and away: the keyboard goes on from the text that is being read.
        focusStill(view());
        show();
      }}
    >
      {t('earlier')}
    </button>
  );
}
