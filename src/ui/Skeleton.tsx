/** The shape of a greeting while the first connection is made; the style sheet keeps it unseen for 300 ms. */

import type { ConnectionStatus } from '../client/api/chat-state.ts';
import { useWords } from './context.ts';

export function Skeleton({ status }: { readonly status: ConnectionStatus }) {
  const t = useWords();
  return (
    <div class={`row bubble skeleton late-300 ${status}`}>
      <span class="unseen">{t('loading')}</span>
      <i />
      <i />
    </div>
  );
}
