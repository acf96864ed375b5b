/** How far a message of the visitor's is. Silent when all goes well: the words wait half a second in the style sheet. */

import type { MessageItem } from '../../client/api/chat-state.ts';
import { useChat, useChatState, useWords } from '../context/hooks.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';

export function DeliveryStatus({ item: { id, status } }: { readonly item: MessageItem }) {
  const t = useWords();
  const connection = useChatState('connection').status;
  if (status === 'failed') return <SendFailed id={id} />;
  if (status === 'sent') return null;
  const away = /offline|failed/.test(connection);
  const waits = away || connection === 'reconnecting';
  return (
    <p class={away ? 'meta' : 'meta delay-500'} part="delivery">
      {t(connection === 'offline' ? 'queuedOffline' : waits ? 'queued' : 'sending')}
    </p>
  );
}

/** Draws a message that has failed: the words, and the two ways on. */
function SendFailed({ id }: { readonly id: string }) {
  const chat = useChat();
  const t = useWords();
  return (
    <div class="delivery meta" part="delivery">
      <Icon name="alert" />
      <span>{t('failed')}</span>
      {/* On one line, both of them. */}
      <span class="delivery">
        <Button words="retry" kind="quiet" onClick={() => chat.retry(id)} />
        <Button words="discard" kind="quiet" onClick={() => chat.discard(id)} />
      </span>
    </div>
  );
}
