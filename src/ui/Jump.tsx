/** The way back to the end for whoever reads further up. */

import { useWords } from './context.ts';
import { LateIcon } from './LateIcon.tsx';
import type { LateProps } from './late-parts.ts';

export function Jump({ toEnd }: LateProps['Jump']) {
  const t = useWords();
  return (
    <button type="button" class="jump" part="jump" onClick={toEnd}>
      <LateIcon name="down" />
      {t('jump')}
    </button>
  );
}
