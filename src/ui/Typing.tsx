/** Who is writing, behind the last row. */

import type { TypingSign } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { useWords } from './context.ts';
import { Dots } from './Dots.tsx';

export interface TypingProps {
  readonly sign: TypingSign;
  readonly avatarUrl: string;
}

export function Typing({ sign, avatarUrl }: TypingProps) {
  const t = useWords();
  const name = sign.name || t(sign.from);
  return (
    <div class={`row message ${sign.from} fresh`} part="typing">
      {sign.from === 'live' && <Avatar name={name} url={avatarUrl} size="small" />}
      <div class="stack">
        <div class="bubble">
          <Dots />
          <span class="unseen">{t('typing', { name })}</span>
        </div>
      </div>
    </div>
  );
}
