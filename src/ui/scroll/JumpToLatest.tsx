/**
 * Draws the button that scrolls to the end of the transcript, for a visitor who reads further up. It shows the number of messages that have arrived
 * meanwhile.
 */

import { useRef } from 'preact/hooks';
import { useChat, useLanguage } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';
import { Icon } from '../kit/Icon.tsx';

export function JumpToLatest({ toEnd, onFocusOut }: { toEnd(): void; onFocusOut(): void }) {
  const { t, locale } = useLanguage();
  const { state } = useChat();
  const others = useSelected(
    () => state.value.messages.filter(item => item.kind === 'message' && item.from !== 'user').length,
  );
  const read = useRef(others);
  // The number falls when messages move into an earlier session.
  read.current = Math.min(read.current, others);
  // The first screen alone has no latest message.
  if (others === 0) return null;
  const count = others - read.current;
  const label = count > 0 ? `${t('jump')} (${t('jumpNew', { count })})` : undefined;
  return (
    <button type="button" class="jump" part="jump" aria-label={label} onClick={toEnd} onFocusOut={onFocusOut}>
      <Icon name="down" />
      {t('jump')}
      {count > 0 && (
        <span class="count" part="badge">
          {new Intl.NumberFormat(locale).format(count)}
        </span>
      )}
    </button>
  );
}
