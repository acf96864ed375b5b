/** Draws the main page of the menu. */

import type { Signal } from '@preact/signals-core';
import { useEffect } from 'preact/hooks';
import {
  useChat,
  useChatState,
  useChoices,
  useLanguage,
  useParts,
  useSettings,
  useTeamRequest,
  useUi,
} from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { wantsSound } from '../context/visitor-choices.ts';
import { Icon } from '../kit/Icon.tsx';
import { offered } from './LanguageMenu.tsx';
import { MenuItem } from './MenuItem.tsx';

/** The open part of the menu. */
export type MenuView = '' | 'items' | 'languages' | 'question';

export interface MenuViewProps {
  readonly view: Signal<MenuView>;
  close(): void;
}

export function MainMenu({ view, close }: MenuViewProps) {
  const chat = useChat();
  const { speech, extras, onNeed } = useUi();
  const language = useLanguage();
  const settings = useSettings();
  const [choices, choose] = useChoices();
  const running = !/^(idle|ended)$/.test(useChatState('connection').status);
  const silent = !useChatState('messages').some(({ kind }) => kind === 'message');
  const hasEarlier = useChatState('earlier').length > 0;
  const pastFailed = useSignal(false);
  const ask = useTeamRequest();
  const optional = useParts();
  const { t } = language;
  const { privacyUrl, termsUrl, policyLinks, title } = settings;
  const sound = wantsSound(settings, choices);

  const failed = useSignal(false);
  // Fetches the chunk before the visitor presses the item, because browsers may refuse to save a file some time after the press.
  useEffect(() => {
    if (!silent) extras.fetch();
  }, [silent]);

  async function save(): Promise<void> {
    failed.value = false;
    const parts = extras.part.peek() ?? (await extras.fetch());
    if (!parts) {
      failed.value = true;
      return;
    }
    close();
    parts.saveTranscript({ items: chat.messages.peek(), title: title || t('title'), language });
  }

  function page(words: 'privacy' | 'terms', href: string) {
    // Without the parts, the links are nowhere else.
    if (!href || (optional && policyLinks !== 'menu')) return null;
    return (
      <a
        class="item"
        part="menu-item"
        role="menuitem"
        tabIndex={-1}
        href={href}
        aria-description={t('newTab', { name: '' })}
        target="_blank"
        rel="noopener noreferrer"
        onClick={event => {
          chat.emit('link', { href, preventDefault: () => event.preventDefault() });
          close();
        }}
      >
        <Icon name="page" />
        <span>{t(words)}</span>
        <Icon name="open" />
      </a>
    );
  }

  return (
    <>
      {ask !== undefined && (
        <MenuItem
          icon="person"
          off={!ask}
          onClick={() => {
            close();
            ask?.();
          }}
        >
          {t('askTeam')}
        </MenuItem>
      )}
      <MenuItem icon="save" off={silent} onClick={save}>
        {failed.value ? <span role="alert">{t('saveFailed')}</span> : t('download')}
      </MenuItem>
      {hasEarlier && (
        <MenuItem
          icon="history"
          onClick={() => {
            pastFailed.value = false;
            onNeed.openPast(close).then(opened => {
              pastFailed.value = !opened;
            });
          }}
        >
          {t(pastFailed.value ? 'pastFailed' : 'pastChats')}
        </MenuItem>
      )}
      <MenuItem icon="sound" checked={sound} onClick={() => choose({ sound: !sound })}>
        {t('sound')}
      </MenuItem>
      {offered(settings.languages, speech.tags).length > 1 && (
        <MenuItem
          icon="globe"
          more
          onClick={() => {
            view.value = 'languages';
          }}
        >
          {t('languages')}
        </MenuItem>
      )}
      {page('privacy', privacyUrl)}
      {page('terms', termsUrl)}
      <MenuItem
        icon="end"
        off={!running}
        onClick={() => {
          view.value = 'question';
        }}
      >
        {t('end')}
      </MenuItem>
    </>
  );
}
