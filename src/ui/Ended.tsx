/** In place of the composer when a conversation is over: why, and the way to a new one. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './Button.tsx';
import { useChat, useWords } from './context.ts';
import { keepFocus } from './focus.ts';
import type { LateProps } from './late-parts.ts';

export function Ended({ reason }: LateProps['Ended']) {
  const chat = useChat();
  const t = useWords();
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepFocus(foot.current), []);
  const known = reason === 'user-end' || reason === 'user-abandoned' || reason === 'expired';
  return (
    <div ref={foot} class="ended" part="ended">
      <p class="meta" role="status">
        {t(known ? reason : 'ended')}
      </p>
      <Button words="startNew" kind="primary" onClick={() => chat.startNew()} />
    </div>
  );
}
