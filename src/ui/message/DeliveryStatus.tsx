/** Draws the delivery status of a visitor's message. The style sheet delays it by half a second, so a message that is sent quickly shows none. */

import type { MessageItem } from '../../client/api/chat-state.ts';
import { useChat, useChatState, useWords } from '../context/hooks.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';

/** Message.tsx renders `sent` for the last message only. */
export function DeliveryStatus({ item: { id, status, inDoubt } }: { readonly item: MessageItem }) {
  const t = useWords();
  const connection = useChatState('connection').status;
  if (status === 'failed') return <SendFailed id={id} words={inDoubt ? 'inDoubt' : 'failed'} />;
  if (status === 'sent') return <p class="meta delay-500">{t('sent')}</p>;
  const away = /offline|failed/.test(connection);
  const waits = away || connection === 'reconnecting';
  return (
    <p class={away ? 'meta' : 'meta delay-500'} part="delivery">
      {t(connection === 'offline' ? 'queuedOffline' : waits ? 'queued' : 'sending')}
    </p>
  );
}

/** Draws the status of a failed message, with buttons to retry and to discard it. */
function SendFailed({ id, words }: { readonly id: string; readonly words: 'failed' | 'inDoubt' }) {
  const chat = useChat();
  const t = useWords();
  return (
    <div class="delivery meta" part="delivery">
      <span>
        <Icon name="alert" />
        {t(words)}
      </span>
      {/* Keeps both buttons on one line. */}
      <span class="delivery">
        <Button words="retry" kind="quiet" onClick={() => chat.retry(id)} />
        <Button words="discard" kind="quiet" onClick={() => chat.discard(id)} />
      </span>
    </div>
  );
}
