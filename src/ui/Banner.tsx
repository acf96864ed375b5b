/**
 * Says what is wrong while the chat is not connected, what happens next, and offers a way on. A thin line below the header; in the middle of the
 * panel if there is no transcript to read meanwhile.
 */

import { useRef } from 'preact/hooks';
import type { Connection } from '../client/api/chat-state.ts';
import { Button } from './Button.tsx';
import type { Key } from './catalogue.ts';
import { useChat, useChatState, useWords } from './context.ts';
import { Icon } from './Icon.tsx';
import { useLive } from './signals.ts';

/** Breaks that heal by themselves as a rule: while they are being healed, no more is said than that. */
export const PASSING: readonly Connection['code'][] = [null, 'connection_lost', 'offline', 'socket_refused'];

/** Pauses up to this long, in milliseconds, are nothing to bother a visitor with. */
const PASSING_PAUSE_MS = 2_500;

export interface Trouble {
  readonly words: Key;
  /** True if it usually heals by itself. */
  readonly passing: boolean;
  /** True if it has failed, or if the next attempt is a while away. */
  readonly lasts: boolean;
}

/** Returns the connection's trouble, or null. Shown here, and read aloud by Announcer.tsx. */
export function useTrouble(): Trouble | null {
  const { status, code, retryAt } = useChatState('connection');
  // Between two attempts there is a code, during one there is none: the words stay until the matter is settled.
  const trouble = useRef<Connection['code']>(null);
  const failed = status === 'failed';
  const retrying = status === 'reconnecting';
  trouble.current = failed || retrying ? (code ?? trouble.current) : null;
  // A pause of more than the first two attempts': it does not heal by itself as quickly as that.
  const long = useRef(false);
  long.current = retrying && (long.current || (retryAt !== null && retryAt - Date.now() > PASSING_PAUSE_MS));
  if (!failed && !retrying && status !== 'offline') return null;

  const passing = retrying && !long.current && PASSING.includes(trouble.current);
  const words = passing ? 'is-reconnecting' : (trouble.current ?? (failed ? 'broker_unreachable' : 'offline'));
  return { words, passing, lasts: failed || long.current };
}

export function Banner() {
  const chat = useChat();
  const t = useWords();
  const { status, code } = useChatState('connection');
  const trouble = useTrouble();
  const empty = useLive(() => !chat.state.value.messages[0]);
  if (!trouble) return null;
  const { words, passing, lasts } = trouble;
  const failed = status === 'failed';
  const alone = empty && lasts;
  // Most breaks are over within a second, and need not be shown.
  const line = `banner ${status === 'reconnecting' && !lasts ? 'late-1000' : ''}`;
  return (
    // Not live: the announcer reads it when it comes.
    <div class={`${alone ? 'gate alone' : line} ${status}`} role="status" aria-live="off" part="banner">
      <Icon name={status === 'offline' ? 'offline' : passing ? 'info' : 'alert'} />
      <div>
        <p>{t(words)}</p>
        {failed && code && <p class="detail">{t('detail', { code })}</p>}
      </div>
      {!passing && (
        <Button
          words={words === 'replaced' ? 'useHere' : 'tryAgain'}
          kind={alone ? 'primary' : 'wide'}
          onClick={() => chat.reconnect()}
        />
      )}
    </div>
  );
}
