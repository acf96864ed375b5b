/** A thin line below the header while the chat is not connected: what is wrong, what happens next, and a way on. */

import { useRef } from 'preact/hooks';
import type { Connection, ConnectionCode } from '../client/chat-state.ts';
import { useUi } from './context.ts';
import { Icon, type IconName } from './Icon.tsx';
import { type Key, t } from './strings.ts';

const WORDS: Record<ConnectionCode, Key> = {
  offline: 'offline',
  broker_unreachable: 'unreachable',
  broker_misconfigured: 'misconfigured',
  origin_not_allowed: 'misconfigured',
  token_refused: 'misconfigured',
  rate_limited: 'busy',
  service_unavailable: 'unavailable',
  platform_unreachable: 'unreachable',
  platform_unsafe: 'misconfigured',
  session_refused: 'refused',
  session_rejected: 'refused',
  socket_refused: 'blocked',
  connection_lost: 'lost',
  replaced: 'replaced',
};

interface Line {
  readonly words: Key;
  readonly icon: IconName;
  readonly action: Key | null;
  /** Stays unseen for a second, because most breaks are over by then. */
  readonly late: boolean;
}

export function Banner() {
  const { chat } = useUi();
  const line = useLine(chat.connection.value);
  if (!line) return null;
  const { code, status } = chat.connection.value;
  const failed = status === 'failed';
  return (
    <div
      class={`banner ${failed ? 'failed' : ''} ${line.late ? 'late-1000' : ''}`}
      role={failed ? 'alert' : 'status'}
      part="banner"
    >
      <Icon name={line.icon} />
      <div class="banner-words">
        <p>{t(line.words)}</p>
        {failed && code && <p class="detail">{t('detail', { code })}</p>}
      </div>
      {line.action && (
        <button type="button" class="button" onClick={() => chat.reconnect()}>
          {t(line.action)}
        </button>
      )}
    </div>
  );
}

function useLine({ status, code }: Connection): Line | null {
  // Between two attempts there is a code, during one there is none: the words stay until the matter is settled.
  const trouble = useRef<ConnectionCode | null>(null);
  if (status === 'reconnecting' || status === 'failed') trouble.current = code ?? trouble.current;
  else trouble.current = null;

  if (status === 'offline') return { words: 'offline', icon: 'offline', action: null, late: false };
  if (status === 'failed') {
    const action = code === 'replaced' ? 'useHere' : 'tryAgain';
    return { words: code ? WORDS[code] : 'unreachable', icon: 'alert', action, late: false };
  }
  if (status !== 'reconnecting') return null;
  const known = trouble.current;
  if (!known || known === 'connection_lost' || known === 'offline' || known === 'socket_refused') {
    return { words: 'reconnecting', icon: 'clock', action: null, late: true };
  }
  return { words: WORDS[known], icon: 'alert', action: 'tryAgain', late: true };
}
