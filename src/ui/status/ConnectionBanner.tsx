/**
 * Shows why the chat is not connected, what happens next, and a button. It is a thin line below the header, or fills the panel if there are no
 * messages to read.
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
  // True if the chat continues in another window. That is not an error.
  const moved = words === 'replaced';
  const alone = empty && lasts;
  // Delays the banner, because most interruptions are over within a second.
  const line = `banner ${status === 'reconnecting' && !lasts ? 'delay-1000' : ''}`;
  return (
    // `aria-live` is off, because LiveRegions.tsx announces the words.
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
