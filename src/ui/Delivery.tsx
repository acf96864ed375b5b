/** How far a message of the visitor's is. Silent when all goes well: the words wait half a second in the style sheet. */

import type { MessageItem } from '../client/api/chat-state.ts';
import { useChatState, useWords } from './context.ts';
import { NotSent } from './NotSent.tsx';

export function Delivery({ item: { id, status } }: { readonly item: MessageItem }) {
  const t = useWords();
  const connection = useChatState('connection').status;
  if (status === 'failed') return <NotSent id={id} />;
  if (status === 'sent') return null;
  const away = /offline|failed/.test(connection);
  const waits = away || connection === 'reconnecting';
  return (
    <p class={away ? 'meta' : 'meta late-500'} part="delivery">
      {t(connection === 'offline' ? 'queuedOffline' : waits ? 'queued' : 'sending')}
    </p>
  );
}
