/** The head of the panel: who is there, the state, and the two buttons that a visitor may always need. */

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Agent, ConnectionStatus, Party } from '../client/api/chat-state.ts';
import { isBlank } from '../client/api/is-blank.ts';
import { Avatar, useFace } from './Avatar.tsx';
import { useChat, useChatState, useGate, useSettings, useWords } from './context.ts';
import { Icon } from './Icon.tsx';
import { Menu } from './Menu.tsx';
import type { T } from './words.ts';

export function Header() {
  const chat = useChat();
  const t = useWords();
  const { mode, showHeader, showLauncher } = useSettings();
  const { status } = useChatState('connection');
  const party = useChatState('party');
  const { agent, title, name, url } = useFace();
  const gate = useGate();
  const [, draw] = useState({});
  useLayoutEffect(() => {
    const again = () => draw({});
    addEventListener('resize', again);
    return () => removeEventListener('resize', again);
  }, []);
  const floating = mode === 'floating';
  if (!showHeader && !floating) return null;
  return (
    // No <header>: in a dialog that would be the banner of the whole page, beside the page's own.
    <div class={`header ${showHeader ? '' : 'narrow-only'}`} part="header">
      <Avatar name={name} url={url} />
      <div class="who">
        <h2 class="title" dir="auto" part="title">
          {title}
        </h2>
        {!gate && (
          <p class="meta" part="state">
            {stateWords(status, party, agent, t)}
          </p>
        )}
      </div>
      {!gate && <Menu />}
      {/* Not by the launcher's name beside it; in its place where the panel covers it (launcher-states.css), or there is none. */}
      {floating && (
        <button
          type="button"
          class="icon"
          part="close"
          aria-label={t(showLauncher && innerWidth > 479 && innerHeight > 420 ? 'closeHere' : 'close')}
          onClick={() => chat.close()}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** One line, or two that part behind a name, where the sign between them goes out of sight: the connection while it is not well, else who answers, also in a break: the banner tells of that. Software and people are called what they are. */
function stateWords(status: ConnectionStatus, party: Party, agent: Agent | null, t: T) {
  if (status !== 'online' && status !== 'idle' && (status !== 'reconnecting' || party === 'none'))
    return t(`is-${status}`);
  const state = t(`is-${party}`);
  // Whatever a name is like, there is room to read who that is: software, or a person.
  return agent?.kind === party && !isBlank(agent.name)
    ? t('named', { name: agent.name.replace(/^(.{24}).+/u, '$1…'), state })
        .split('\u00a0· ')
        .map((part, after) =>
          after
            ? [
                '\u2003',
                <span>
                  <i>· </i>
                  {part}
                </span>,
              ]
            : part,
        )
    : state;
}
