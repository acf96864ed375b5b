/** The header of the panel: the participant, the state of the connection, the menu and the close button. */

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Agent, ConnectionStatus, Party } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useChat, useChatState, useChoices, useGate, useSettings, useWords } from '../context/hooks.ts';
import type { T } from '../i18n/translate.ts';
import { Avatar, useFace } from '../kit/Avatar.tsx';
import { Icon } from '../kit/Icon.tsx';
import { MenuButton } from './MenuButton.tsx';

export function Header() {
  const chat = useChat();
  const t = useWords();
  const { mode, showHeader, showLauncher } = useSettings();
  const { status } = useChatState('connection');
  const party = useChatState('party');
  const handoff = useChatState('handoff');
  const last = useChatState('agent');
  const { agent, title, name, url } = useFace();
  const gate = useGate();
  const [, draw] = useState({});
  useLayoutEffect(() => {
    const again = () => draw({});
    addEventListener('resize', again);
    return () => removeEventListener('resize', again);
  }, []);
  const floating = mode === 'floating';
  // The close button needs a different name from the launcher's if both are visible. In small windows the panel covers the launcher
  // (launcher-states.css).
  const close = t(showLauncher && innerWidth > 479 && innerHeight > 420 ? 'closeHere' : 'close');
  if (!showHeader && !floating) return null;
  return (
    // Not a <header>, which would be a landmark of the whole page.
    <div class={`header ${showHeader ? '' : 'narrow-only'}`} part="header">
      <Avatar name={name} url={url} />
      <div class="identity">
        <h2 class="title" dir="auto" part="title">
          {title}
        </h2>
        {!gate && status !== 'ended' && (
          <p class="meta" part="state">
            {party === 'none' && status === 'online' && handoff?.stage === 'left' && last && !isBlank(last.name)
              ? t('live-left', { name: last.name })
              : stateWords(status, party, agent, t)}
          </p>
        )}
      </div>
      {floating && !gate && <WidenButton />}
      {!gate && <MenuButton />}
      {floating && (
        <button type="button" class="icon" part="close" aria-label={close} title={close} onClick={() => chat.close()}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** Draws the button that makes a floating panel wide, and narrow again. The style sheet shows it if the window has room for that. */
function WidenButton() {
  const t = useWords();
  const [{ wide }, choose] = useChoices();
  const name = t(wide ? 'narrow' : 'widen');
  return (
    <button
      type="button"
      class="icon widen"
      part="widen"
      aria-label={name}
      title={name}
      onClick={() => choose({ wide: !wide })}
    >
      <Icon name={wide ? 'shrink' : 'enlarge'} />
    </button>
  );
}

/**
 * Returns the line below the title: the state of the connection if it is not online, otherwise the participant. The participant stays during an
 * interruption, because the banner shows that. The line always says whether the participant is a person or software. It may wrap after the name;
 * the separator is then hidden.
 */
function stateWords(status: Exclude<ConnectionStatus, 'ended'>, party: Party, agent: Agent | null, t: T) {
  if (status !== 'online' && status !== 'idle' && (status !== 'reconnecting' || party === 'none'))
    return t(`is-${status}`);
  const state = t(`is-${party}`);
  // Cuts a long name, to leave room for the word after it.
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
