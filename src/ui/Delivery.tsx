/** How far a message of the visitor's is. Silent when all goes well: the words wait half a second in the style sheet. */

import type { MessageItem } from '../client/chat-state.ts';
import { useUi } from './context.ts';
import { Icon } from './Icon.tsx';
import { t } from './strings.ts';

export function Delivery({ item }: { readonly item: MessageItem }) {
  const { chat } = useUi();
  switch (item.status) {
    case 'failed':
      return (
        <div class="delivery failed" part="delivery">
          <span class="failed-words" role="alert">
            <Icon name="alert" />
            {t('failed')}
          </span>
          <button type="button" class="button" onClick={() => chat.retry(item.id)}>
            {t('retry')}
          </button>
          <button type="button" class="button" onClick={() => chat.discard(item.id)}>
            {t('discard')}
          </button>
        </div>
      );
    case 'queued':
    case 'sending':
      return <Waiting queued={item.status === 'queued'} />;
    default:
      return null;
  }
}

function Waiting({ queued }: { readonly queued: boolean }) {
  const { chat } = useUi();
  const { status } = chat.connection.value;
  const words = status === 'offline' ? 'queuedOffline' : queued && status === 'failed' ? 'queued' : 'sending';
  return (
    <p class={words === 'sending' ? 'delivery meta late-500' : 'delivery meta'} part="delivery">
      {t(words)}
    </p>
  );
}
