/** How far a message of the visitor's is. Silent when all goes well: the words wait half a second in the style sheet. */

import type { MessageItem } from '../client/chat-state.ts';
import { useUi } from './context.ts';
import { Icon } from './Icon.tsx';
import { t } from './strings.ts';

export function Delivery({ item: { id, status } }: { readonly item: MessageItem }) {
  const { chat } = useUi();
  if (status === 'failed') {
    return (
      <div class="delivery meta">
        <Icon name="alert" />
        <span role="alert">{t('failed')}</span>
        <button type="button" class="button quiet" onClick={() => chat.retry(id)}>
          {t('retry')}
        </button>
        <button type="button" class="button quiet" onClick={() => chat.discard(id)}>
          {t('discard')}
        </button>
      </div>
    );
  }
  if (status === 'sent') return null;
  const connection = chat.connection.value.status;
  if (connection === 'offline') return <p class="meta">{t('queuedOffline')}</p>;
  if (connection === 'failed') return <p class="meta">{t('queued')}</p>;
  return <p class="meta late-500">{t('sending')}</p>;
}
