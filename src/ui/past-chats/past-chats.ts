/**
 * The screen of past chats: a list, and the chat that the visitor selects. It covers the panel until the visitor goes back. This is a separate
 * chunk, which receives the panel's components and hooks as arguments.
 */

import type { ComponentChild, ComponentType } from 'preact';
import type { EarlierChat } from '../../client/api/chat-state.ts';
import type { Key } from '../i18n/catalogue.ts';
import type { IconName } from '../kit/Icon.tsx';
import css from './past-chats.css?inline';

/** Functions and components of the panel. Hooks and `h` must come from the panel's copy of Preact. */
export type PastKit = Pick<typeof import('preact'), 'h'> &
  Pick<typeof import('preact/hooks'), 'useLayoutEffect' | 'useRef' | 'useState'> &
  Pick<typeof import('../context/hooks.ts'), 'useChat' | 'useChatState' | 'useLanguage' | 'useSettings'> &
  Pick<typeof import('../focus/focus.ts'), 'focusStill'> &
  Pick<typeof import('../i18n/dates.ts'), 'formatDay'> &
  Pick<typeof import('../kit/Icon.tsx'), 'Icon'> &
  Pick<typeof import('../message/Message.tsx'), 'Message'> &
  Pick<typeof import('../rows/rows.ts'), 'daysSince' | 'toRows'>;

export const styles: string = css;

/** Number of letters of a chat's first message that the list shows. */
const START_LETTERS = 60;

/** `close` removes the screen. */
export function createPastChats(kit: PastKit, close: () => void): ComponentType {
  const { h, useLayoutEffect, useRef, useState, useChat, useChatState, useLanguage, useSettings } = kit;
  const List = createList(kit);
  const Transcript = createTranscript(kit);
  const IconButton = createIconButton(kit);

  return function PastChats() {
    const chat = useChat();
    const { t, locale } = useLanguage();
    const { mode } = useSettings();
    const earlier = useChatState('earlier');
    const open = useChatState('open');
    const [key, choose] = useState('');
    const screen = useRef<HTMLDivElement>(null);
    const before = useRef('');
    const shown = earlier.find(each => each.key === key);
    const isGone = !open || earlier.length === 0;

    function leave(): void {
      const menu = screen.current?.closest('.panel')?.querySelector<HTMLElement>('[part=menu-button]');
      close();
      // Waits for the rendering that makes the button visible again.
      setTimeout(() => kit.focusStill(menu));
    }

    const back = () => (shown ? choose('') : leave());

    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      back();
    }

    useLayoutEffect(() => {
      // Moves the focus from a chat to its line in the list, or else to the first button.
      const lines = screen.current?.querySelectorAll<HTMLElement>('.past-line');
      const line = lines?.[earlier.findIndex(each => each.key === before.current)];
      before.current = key;
      kit.focusStill(line ?? screen.current?.querySelector('button'));
    }, [key]);

    // Closes the screen when the panel closes, and when the visitor's data has been deleted.
    useLayoutEffect(() => {
      if (isGone) close();
    }, [isGone]);

    return h(
      'div',
      { ref: screen, class: 'past', part: 'past-chats', role: 'group', 'aria-label': t('pastChats'), onKeyDown },
      h(
        'div',
        { class: 'header' },
        h(IconButton, { icon: 'back', words: 'back', onClick: back }),
        h('h3', { class: 'title identity' }, shown ? dayOf(kit, shown, locale) : t('pastChats')),
        mode === 'floating' && h(IconButton, { icon: 'close', words: 'closeHere', onClick: chat.close }),
      ),
      shown ? h(Transcript, { chat: shown }) : h(List, { earlier, choose }),
    );
  };
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly words: Key;
  readonly onClick: () => void;
}

const createIconButton = ({ h, useLanguage, Icon }: PastKit) =>
  function IconButton({ icon, words, onClick }: IconButtonProps) {
    const name = useLanguage().t(words);
    return h(
      'button',
      { type: 'button', class: 'icon', 'aria-label': name, title: name, onClick: () => onClick() },
      h(Icon, { name: icon }),
    );
  };

interface ListProps {
  readonly earlier: readonly EarlierChat[];
  readonly choose: (key: string) => void;
}

function createList(kit: PastKit) {
  const { h, Icon } = kit;
  return function List({ earlier, choose }: ListProps) {
    const { locale } = kit.useLanguage();
    const line = (each: EarlierChat) =>
      h(
        'button',
        { type: 'button', class: 'past-line', onClick: () => choose(each.key) },
        h('span', null, h('b', { dir: 'auto' }, startOf(each)), h('span', { class: 'meta' }, dayOf(kit, each, locale))),
        h(Icon, { name: 'forward' }),
      );
    const lines = earlier.map(each => h('li', { key: each.key }, line(each)));
    return h('div', { class: 'past-scroll' }, h('ul', { class: 'past-list' }, lines));
  };
}

function createTranscript(kit: PastKit) {
  const { h } = kit;
  return function Transcript({ chat: { messages } }: { readonly chat: EarlierChat }) {
    const { locale } = kit.useLanguage();
    const rows = kit.toRows(messages, true).map(({ daysAgo, ...row }, place): ComponentChild => {
      const { item } = row;
      if (item.kind !== 'message') return null;
      // Shows no day above the first message, because the title of the screen names it.
      const day = place > 0 && daysAgo !== null && kit.formatDay(item.at, daysAgo, locale);
      const line = day && h('p', { class: 'row mark detail day' }, h('time', null, day));
      return [line, h(kit.Message, { ...row, item, key: item.key, current: false, fresh: false })];
    });
    return h('div', { class: 'past-scroll', tabIndex: 0 }, h('div', { class: 'items' }, rows));
  };
}

const dayOf = (kit: PastKit, { messages, at }: EarlierChat, locale: string): string => {
  const first = messages[0]?.at ?? at;
  return kit.formatDay(first, kit.daysSince(first), locale);
};

/** Matches an attached file as optional/attachments.ts writes it. */
const FILE = /\[([^\]\n]+)\]\(https:[^\s()]+\)/g;

/** Returns the beginning of the visitor's first message. */
function startOf({ messages }: EarlierChat): string {
  const first = messages.find(({ from }) => from === 'user') ?? messages[0];
  const letters = [...(first?.text ?? '').replace(FILE, '$1').slice(0, 4 * START_LETTERS)];
  const start = letters.slice(0, START_LETTERS).join('');
  return letters.length > START_LETTERS ? `${start.replace(/\s\S*$/, '')}…` : start;
}
