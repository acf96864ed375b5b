/** Below a message of the visitor's that has failed: what happened, and the two ways on. */

import { Button } from './Button.tsx';
import { useChat, useWords } from './context.ts';
import { LateIcon } from './LateIcon.tsx';
import type { LateProps } from './late-parts.ts';

export function NotSent({ id }: LateProps['NotSent']) {
  const chat = useChat();
  const t = useWords();
  return (
    <div class="delivery meta" part="delivery">
      <LateIcon name="alert" />
      <span>{t('failed')}</span>
      {/* On one line, both of them. */}
      <span class="delivery">
        <Button words="retry" kind="quiet" onClick={() => chat.retry(id)} />
        <Button words="discard" kind="quiet" onClick={() => chat.discard(id)} />
      </span>
    </div>
  );
}
