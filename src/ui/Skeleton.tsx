/** The shape of a greeting while the first connection is made; the style sheet keeps it unseen for 300 ms. */

import { useUi } from './context.ts';
import { t } from './strings.ts';

export function Skeleton() {
  const { chat } = useUi();
  const starting = /connecting$/.test(chat.connection.value.status);
  if (!starting || chat.messages.value.some(item => item.kind === 'message') || chat.typing.value) return null;
  return (
    <div class="row bubble skeleton late-300">
      <span class="unseen">{t('loading')}</span>
      <i />
      <i />
    </div>
  );
}
