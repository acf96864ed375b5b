/**
 * Draws the buttons below a list of cards, for visitors who cannot swipe, and the number of the visible card. Screen readers announce that number
 * when it changes. Draws nothing while all cards are in view.
 */

import type { ReplyParts } from '../context/ui-context.ts';

export type CardKit = Pick<typeof import('preact'), 'h'> &
  Pick<typeof import('preact/hooks'), 'useLayoutEffect' | 'useState'> &
  Pick<typeof import('../context/hooks.ts'), 'useLanguage'> &
  Pick<typeof import('../kit/Icon.tsx'), 'Icon'>;

/** Tolerance, in widths of a card: at fractional zoom, positions are not whole pixels. */
const TOLERANCE = 0.1;

export function createCardSteps({ h, useLayoutEffect, useState, useLanguage, Icon }: CardKit): ReplyParts['CardSteps'] {
  return function CardSteps({ list, count }) {
    const { t, dir } = useLanguage();
    const [shown, setShown] = useState(-1);

    useLayoutEffect(() => {
      const row = list.current;
      if (!row || !globalThis.ResizeObserver) return undefined;
      const look = () => setShown(shownIn(row));
      const observer = new ResizeObserver(look);
      observer.observe(row);
      row.addEventListener('scroll', look, { passive: true });
      return () => {
        observer.disconnect();
        row.removeEventListener('scroll', look);
      };
    }, [count]);

    if (shown < 0) return null;

    function step(by: 1 | -1): void {
      const row = list.current;
      if (!row) return;
      const at = positionIn(row);
      const next = by > 0 ? Math.floor(at + TOLERANCE) + 1 : Math.ceil(at - TOLERANCE) - 1;
      row.scrollTo({ left: next * pitchOf(row) * (dir === 'rtl' ? -1 : 1) });
    }

    const button = (words: 'cardBefore' | 'cardNext', by: 1 | -1, isLast: boolean) =>
      h(
        'button',
        {
          type: 'button',
          class: 'icon card-step',
          'aria-label': t(words),
          title: t(words),
          // Not `disabled`, because a disabled button would lose the focus.
          'aria-disabled': isLast,
          onClick: () => isLast || step(by),
        },
        h(Icon, { name: by > 0 ? 'forward' : 'back' }),
      );

    return h(
      'div',
      { class: 'card-steps', part: 'card-steps' },
      h('span', { class: 'detail', role: 'status' }, t('cardPlace', { place: shown + 1, total: count })),
      button('cardBefore', -1, shown === 0),
      button('cardNext', 1, shown === count - 1),
    );
  };
}

/** Returns the distance between the beginnings of two cards. */
function pitchOf({ children: [first, second] }: HTMLElement): number {
  return Math.abs((second as HTMLElement).offsetLeft - (first as HTMLElement).offsetLeft) || 1;
}

/** Returns how many cards have been scrolled out of view. `scrollLeft` is negative in right-to-left text. */
const positionIn = (row: HTMLElement): number => Math.abs(row.scrollLeft) / pitchOf(row);

/** Returns the index of the first visible card, or of the last card once that is visible. Returns -1 if all cards are visible. */
function shownIn(row: HTMLElement): number {
  const room = (row.scrollWidth - row.clientWidth) / pitchOf(row);
  if (room < TOLERANCE) return -1;
  return positionIn(row) > room - TOLERANCE ? row.children.length - 1 : Math.round(positionIn(row));
}
