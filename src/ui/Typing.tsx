/** Three breathing dots: someone is writing. */

import type { TypingSign } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { t } from './strings.ts';

export function Dots() {
  return (
    <span class="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

export interface TypingProps {
  readonly sign: TypingSign;
  readonly avatarUrl: string;
}

export function Typing({ sign, avatarUrl }: TypingProps) {
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
