/** The shape of a greeting while the first connection is made; the style sheet keeps it unseen for 300 ms. */

import { useWords } from './context.ts';

export function Skeleton() {
  const t = useWords();
  return (
    <div class="row bubble skeleton late-300">
      <span class="unseen">{t('loading')}</span>
      <i />
      <i />
    </div>
  );
}
