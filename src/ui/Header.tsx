/** Who is there, how things stand, and the two buttons that a visitor may always need. */

import { useComputed } from '@preact/signals';
import type { Agent, ConnectionStatus, Party } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { useUi } from './context.ts';
import { Icon } from './Icon.tsx';
import { Menu } from './Menu.tsx';
import { type Key, t } from './strings.ts';

export function Header() {
  const { chat, settings } = useUi();
  const { title, avatarUrl, mode, showHeader } = settings.value;
  const agent = chat.agent.value;
  const state = useComputed(() => stateWords(chat.connection.value.status, chat.party.value, chat.agent.value)).value;
  const name = title || t('title');
  if (!showHeader && mode !== 'floating') return null;
  return (
    <header class={`header ${showHeader ? '' : 'narrow-only'}`} part="header">
      <Avatar name={agent?.name || name} url={agent?.avatarUrl || avatarUrl} />
      <div class="who">
        <h2 class="title" part="title" dir="auto">
          {name}
        </h2>
        <p class="state" part="state" dir="auto">
          {state}
        </p>
      </div>
      <Menu />
      {mode === 'floating' && (
        <button type="button" class="icon-button" part="close" aria-label={t('close')} onClick={() => chat.close()}>
          <Icon name="close" />
        </button>
      )}
    </header>
  );
}

const TROUBLE: Partial<Record<ConnectionStatus, Key>> = {
  connecting: 'stateConnecting',
  reconnecting: 'stateReconnecting',
  offline: 'stateOffline',
  failed: 'stateFailed',
  ended: 'stateEnded',
};

const PARTY: Record<Party, Key> = {
  none: 'stateOnline',
  agent: 'stateAgent',
  queue: 'stateQueue',
  live: 'stateLive',
};

/** One line: the connection while it is not well, else who answers. Software and people are called what they are. */
export function stateWords(status: ConnectionStatus, party: Party, agent: Agent | null): string {
  const trouble = TROUBLE[status];
  if (trouble) return t(trouble);
  const state = t(PARTY[party]);
  const named = agent?.name && (party === 'agent' || party === 'live');
  return named ? t('stateNamed', { name: agent.name, state }) : state;
}
