/**
 * Says what is wrong while the chat is not connected and what happens next, and offers a button. A thin line below the header, or the
 * middle of the panel if there is no transcript to read meanwhile.
 */

import { useChat, useChatState, useTrouble, useWords } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';

export function ConnectionBanner() {
  const chat = useChat();
  const t = useWords();
  const { status } = useChatState('connection');
  const trouble = useTrouble();
  const empty = useSelected(() => !chat.state.value.messages[0]);
  if (!trouble) return null;
  const { words, passing, lasts } = trouble;
  // The chat goes on in another window: nothing is wrong.
  const moved = words === 'replaced';
  const alone = empty && lasts;
  // Most breaks are over within a second, and need not be shown.
  const line = `banner ${status === 'reconnecting' && !lasts ? 'delay-1000' : ''}`;
  return (
    // Not a live region: the announcer reads it when it appears.
    <div
      class={`${alone ? 'full-message filling' : line} ${moved ? '' : status}`}
      role="status"
      aria-live="off"
      part="banner"
    >
      <Icon name={moved ? 'windows' : status === 'offline' ? 'offline' : passing ? 'info' : 'alert'} />
      <div>
        <p>{t(words)}</p>
      </div>
      {!passing && (
        <Button
          words={moved ? 'useHere' : 'tryAgain'}
          kind={alone ? 'primary' : 'wide'}
          onClick={() => chat.reconnect()}
        />
      )}
    </div>
  );
}
