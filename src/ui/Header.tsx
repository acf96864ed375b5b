/** Who is there, how things stand, and the two buttons that a visitor may always need. */

import type { Agent, ConnectionStatus, Party } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { useUi } from './context.ts';
import { Icon } from './Icon.tsx';
import { Menu } from './Menu.tsx';
import { t } from './strings.ts';

export function Header() {
  const { chat, settings } = useUi();
  const { title, avatarUrl, mode, showHeader } = settings.value;
  const agent = chat.agent.value;
  const name = title || t('title');
  const floating = mode === 'floating';
  if (!showHeader && !floating) return null;
  return (
    <header class={`header ${showHeader ? '' : 'narrow-only'}`} part="header">
      <Avatar name={agent?.name || name} url={agent?.avatarUrl || avatarUrl} />
      <div class="who">
        <h2 class="title" part="title">
          {name}
        </h2>
        <p class="meta" part="state">
          {stateWords(chat.connection.value.status, chat.party.value, agent)}
        </p>
      </div>
      <Menu />
      {floating && (
        <button type="button" class="icon" part="close" aria-label={t('close')} onClick={() => chat.close()}>
          <Icon name="close" />
        </button>
      )}
    </header>
  );
}

/** One line: the connection while it is not well, else who answers. Software and people are called what they are. */
export function stateWords(status: ConnectionStatus, party: Party, agent: Agent | null): string {
  if (status !== 'online' && status !== 'idle') return t(`is-${status}`);
  const state = t(`is-${party}`);
  return agent?.name && agent.kind === party ? t('named', { name: agent.name, state }) : state;
}
