/** Who is writing, behind the last row: one more bubble of the group above where that is theirs. */

import { isBlank } from '../client/blank.ts';
import type { ChatState, TypingSign } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { useUi, useWords } from './context.ts';
import { Dots } from './Dots.tsx';
import { LateIcon } from './LateIcon.tsx';
import { GROUP_MS } from './rows.ts';
import { useLive } from './signals.ts';
import { unspoofed } from './words.ts';

export interface TypingProps {
  readonly sign: TypingSign;
  readonly avatarUrl: string;
}

export function Typing({ sign, avatarUrl }: TypingProps) {
  const t = useWords();
  const { chat } = useUi();
  const joined = useLive(() => goesOn(sign, chat.state.value));
  const name = isBlank(sign.name) ? t(sign.from) : unspoofed(sign.name);
  return (
    <div class={`row message ${sign.from} ${joined ? 'joined' : 'named'} fresh`} part="typing">
      {sign.from === 'live' && (
        <Avatar name={sign.name} url={avatarUrl} size="small">
          <LateIcon name="person" />
        </Avatar>
      )}
      <div class="stack">
        {/* Where it will stand above the first words: they come in the place of the dots, and nothing moves. Read out it is with the sign itself. */}
        {!joined && (
          <span class="detail author" aria-hidden="true">
            <b dir="auto">{name}</b>
          </span>
        )}
        <div class="bubble">
          {/* Before the dots: behind them it would hang out of the bubble. */}
          <span class="unseen">{t('typing', { name })}</span>
          <Dots />
        </div>
      </div>
    </div>
  );
}

/** What stands right above is theirs, and of just now. */
function goesOn({ from, name }: TypingSign, { messages, handoff }: ChatState): boolean {
  const last = messages.at(-1);
  // The way to a person is a card of its own between the two.
  if (last?.kind !== 'message' || /asked|accepted|queue/.test(handoff?.stage ?? '')) return false;
  return last.from === from && (!name || name === last.agentName) && Math.abs(Date.now() - last.at) < GROUP_MS;
}
