/** Draws five stars, as a group of radio buttons. */

import type { Signal } from '@preact/signals-core';
import { useWords } from '../context/hooks.ts';
import { Icon } from '../kit/Icon.tsx';

interface StarRatingProps {
  readonly stars: Signal<number>;
  /** Called when the visitor presses Enter. */
  submit(): void;
}

export function StarRating({ stars, submit }: StarRatingProps) {
  const t = useWords();
  return (
    <div
      class="stars"
      role="radiogroup"
      aria-label={t('rate')}
      onKeyDown={({ key, currentTarget }) => {
        currentTarget.classList.add('keyboard-nav');
        if (key === 'Enter' && stars.peek()) submit();
      }}
    >
      <p class="meta" aria-hidden="true">
        {t('rate')}
      </p>
      {[1, 2, 3, 4, 5].map(count => (
        <label key={count} class={count <= stars.value ? 'selected' : ''}>
          <input
            type="radio"
            name="stars"
            aria-label={t('stars', { count })}
            checked={count === stars.value}
            onChange={() => {
              stars.value = count;
            }}
          />
          <Icon name="star" />
        </label>
      ))}
    </div>
  );
}
