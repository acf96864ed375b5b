/** The shape of a greeting while the first connection is made; the style sheet keeps it unseen for 300 ms. */

import { useUi } from './context.ts';
import { t } from './strings.ts';

export function Skeleton() {
  const { chat } = useUi();
  const { status } = chat.connection.value;
  const starting = status === 'connecting' || status === 'reconnecting';
  if (!starting || chat.messages.value.some(item => item.kind === 'message') || chat.typing.value) return null;
  return (
    <div class="row skeleton late-300" part="skeleton">
      <span class="unseen">{t('loading')}</span>
      <i />
      <i />
    </div>
  );
}
