/** How far a message of the visitor's is. Silent when all goes well: the words wait half a second in the style sheet. */

import type { MessageItem } from '../client/chat-state.ts';
import { Button } from './Button.tsx';
import { useChat, useChatState } from './context.ts';
import { Icon } from './Icon.tsx';
import { t } from './strings.ts';

export function Delivery({ item: { id, status } }: { readonly item: MessageItem }) {
  const chat = useChat();
  const connection = useChatState('connection').status;
  if (status === 'failed') {
    return (
      <div class="delivery meta">
        <Icon name="alert" />
        <span role="alert">{t('failed')}</span>
        <Button words="retry" kind="quiet" onClick={() => chat.retry(id)} />
        <Button words="discard" kind="quiet" onClick={() => chat.discard(id)} />
      </div>
    );
  }
  if (status === 'sent') return null;
  if (connection !== 'offline' && connection !== 'failed') return <p class="meta late-500">{t('sending')}</p>;
  return <p class="meta">{t(connection === 'offline' ? 'queuedOffline' : 'queued')}</p>;
}
