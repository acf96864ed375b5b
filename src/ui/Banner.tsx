/** A thin line below the header while the chat is not connected: what is wrong, what happens next, and a way on. */

import { useRef } from 'preact/hooks';
import type { Connection } from '../client/chat-state.ts';
import { Button } from './Button.tsx';
import type { Key } from './catalogue.ts';
import { useChat, useChatState, useWords } from './context.ts';
import { LateIcon } from './LateIcon.tsx';

/** Breaks that heal by themselves as a rule: while they are being healed, no more is said than that. */
const PASSING: readonly Connection['code'][] = [null, 'connection_lost', 'offline', 'socket_refused'];

/** Pauses up to this long, in milliseconds, are nothing to bother a visitor with. */
const PASSING_PAUSE_MS = 2_500;

export interface Trouble {
  readonly words: Key;
  /** It heals by itself as a rule. */
  readonly passing: boolean;
}

/** What is wrong with the connection, or null; for the eyes here and for the ears in Announcer.tsx. */
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
  return { words, passing };
}

export function Banner() {
  const chat = useChat();
  const t = useWords();
  const { status, code } = useChatState('connection');
  const trouble = useTrouble();
  if (!trouble) return null;
  const { words, passing } = trouble;
  const failed = status === 'failed';
  return (
    <div
      // Most breaks are over within a second, and then nobody need have seen this.
      class={`banner ${status} ${status === 'reconnecting' ? 'late-1000' : ''}`}
      part="banner"
    >
      <LateIcon name={status === 'offline' ? 'offline' : passing ? 'info' : 'alert'} />
      <div>
        <p>{t(words)}</p>
        {failed && code && <p class="detail">{t('detail', { code })}</p>}
      </div>
      {status !== 'offline' && !passing && (
        <Button words={words === 'replaced' ? 'useHere' : 'tryAgain'} onClick={() => chat.reconnect()} />
      )}
    </div>
  );
}
