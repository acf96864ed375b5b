/** Asks for a rating: one to five stars, as a group of radio buttons, and a comment. */

import type { Signal } from '@preact/signals-core';
import type { ComponentType, TargetedEvent } from 'preact';
import type { RatingFormProps } from '../context/extras.ts';

export type RatingKit = Pick<typeof import('preact'), 'h'> &
  Pick<typeof import('../context/hooks.ts'), 'useWords'> &
  Pick<typeof import('../context/use-signal.ts'), 'useSignal'> &
  Pick<typeof import('../kit/Button.tsx'), 'Button'> &
  Pick<typeof import('../kit/Icon.tsx'), 'Icon'>;

/** Largest length of a comment. */
const MAX_LETTERS = 1_000;

interface StarRatingProps {
  readonly stars: Signal<number>;
  /** Called when the visitor presses Enter. */
  submit(): void;
}

export function createRatingForm(kit: RatingKit): ComponentType<RatingFormProps> {
  const { h, useSignal, useWords, Button } = kit;
  const StarRating = createStarRating(kit);

  return function RatingForm({ skip, send }) {
    const t = useWords();
    const stars = useSignal(0);
    const text = useSignal('');
    // Not a form, because a sandboxed frame may forbid forms.
    const submit = () => send(stars.peek(), text.peek().trim());

    return h(
      'div',
      { class: stars.value ? 'rating has-text' : 'rating', part: 'rating' },
      h(StarRating, { stars, submit }),
      stars.value > 0 &&
        h('textarea', {
          part: 'rating-text',
          rows: 1,
          maxLength: MAX_LETTERS,
          // Sets the direction as Composer.tsx does.
          dir: text.value ? 'auto' : undefined,
          'aria-label': t('rateText'),
          placeholder: t('rateText'),
          value: text.value,
          onInput: (event: TargetedEvent<HTMLTextAreaElement>) => {
            text.value = event.currentTarget.value;
          },
        }),
      // Occupies its space even while invisible; otherwise the star that was pressed would move.
      h(
        'div',
        { class: 'actions', style: { visibility: stars.value ? '' : 'hidden' } },
        h(Button, { words: 'rateSkip', onClick: skip }),
        h('button', { type: 'button', class: 'button', part: 'button', onClick: submit }, t('rateSend')),
      ),
    );
  };
}

function createStarRating({ h, useWords, Icon }: RatingKit): ComponentType<StarRatingProps> {
  return function StarRating({ stars, submit }) {
    const t = useWords();
    return h(
      'div',
      {
        class: 'stars',
        role: 'radiogroup',
        'aria-label': t('rate'),
        onKeyDown: ({ key, currentTarget }: TargetedEvent<HTMLElement, KeyboardEvent>) => {
          currentTarget.classList.add('keyboard-nav');
          if (key === 'Enter' && stars.peek()) submit();
        },
      },
      h('p', { class: 'meta', 'aria-hidden': 'true' }, t('rate')),
      [1, 2, 3, 4, 5].map(count =>
        h(
          'label',
          { key: count, class: count <= stars.value ? 'selected' : '' },
          h('input', {
            type: 'radio',
            name: 'stars',
            'aria-label': t('stars', { count }),
            checked: count === stars.value,
            onChange: () => {
              stars.value = count;
            },
          }),
          h(Icon, { name: 'star' }),
        ),
      ),
    );
  };
}
