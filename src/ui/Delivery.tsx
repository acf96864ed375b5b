/** How far a message of the visitor's is. Silent when all goes well: the words wait half a second in the style sheet. */

import type { MessageItem } from '../client/chat-state.ts';
import { useChatState, useWords } from './context.ts';
import { Late } from './Late.tsx';

export function Delivery({ item: { id, status } }: { readonly item: MessageItem }) {
  const t = useWords();
  const connection = useChatState('connection').status;
  if (status === 'failed') return <Late is="NotSent" id={id} />;
  if (status === 'sent') return null;
  if (connection !== 'offline' && connection !== 'failed')
    return (
      <p class="meta late-500" part="delivery">
        {t('sending')}
      </p>
    );
  return (
    <p class="meta" part="delivery">
      {t(connection === 'offline' ? 'queuedOffline' : 'queued')}
    </p>
  );
}
