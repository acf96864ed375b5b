/** Below a message of the visitor's that has failed: what happened, and the two ways on. */

import { Button } from './Button.tsx';
import { useChat, useWords } from './context.ts';
import { Icon } from './Icon.tsx';

export function NotSent({ id }: { readonly id: string }) {
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
