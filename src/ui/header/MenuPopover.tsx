/** The open menu: its items, the languages, or the question before a conversation is ended. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChat, useChatState, useWords } from '../context/hooks.ts';
import { focusedBeside } from '../focus/focus.ts';
import { Button } from '../kit/Button.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MainMenu, type MenuViewProps } from './MainMenu.tsx';

export function MenuPopover({ view, close }: MenuViewProps) {
  const chat = useChat();
  const t = useWords();
  const box = useRef<HTMLDivElement>(null);
  const asks = view.value === 'question';
  const ended = useChatState('ended');

  useLayoutEffect(() => {
    const chosen = box.current?.querySelector<HTMLElement>('[role=menuitemradio][aria-checked=true]');
    (chosen ?? items(box.current)[0])?.focus();
  }, [view.value]);

  // Closes the question if the conversation has ended meanwhile.
  useLayoutEffect(() => {
    if (asks && ended) close();
  }, [asks, ended]);

  useLayoutEffect(() => {
    // Closes the menu when the visitor presses elsewhere, which often does not move the focus.
    const away = (event: Event) => {
      if (!event.composedPath().includes(box.current?.parentNode as Node)) view.value = '';
    };
    document.addEventListener('pointerdown', away, true);
    return () => document.removeEventListener('pointerdown', away, true);
  }, []);

  function end(): void {
    close();
    chat.end();
  }

  if (asks) {
    return (
      // The key makes each view a new element. If only the words of an existing element changed, the screen reader Orca would be silent.
      <div key="q" ref={box} class="popover question" role="alertdialog" aria-label={t('endQuestion')} part="menu">
        <b>{t('endQuestion')}</b>
        <Button words="endKeep" onClick={close} />
        <Button words="end" onClick={end} />
      </div>
    );
  }
  const languages = view.value === 'languages';
  return (
    <div
      // A new element, for the same reason as above.
      key={+languages}
      ref={box}
      class="popover"
      role="menu"
      aria-label={t(languages ? 'languages' : 'menu')}
      part="menu"
      onKeyDown={event => {
        event.currentTarget.classList.add('keyboard-nav');
        if (event.key === 'Tab') close();
        else if (rove(event, box.current)) event.preventDefault();
      }}
    >
      {languages ? <LanguageMenu close={close} /> : <MainMenu view={view} close={close} />}
    </div>
  );
}

const items = (box: HTMLElement | null): readonly HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('button,a') ?? []),
];

/** Moves the focus among the items by arrow keys, or by a letter to the next item that begins with it. Returns false for other keys. */
function rove({ key, ctrlKey, metaKey }: KeyboardEvent, box: HTMLElement | null): boolean {
  const all = items(box);
  const here = box ? all.indexOf(focusedBeside(box) as HTMLElement) : 0;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (here + 1) % all.length,
    ArrowUp: here - 1,
    Home: 0,
    End: -1,
  };
  const place = targets[key];
  const begins = ({ textContent }: HTMLElement) => textContent?.toLowerCase().startsWith(key.toLowerCase());
  const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey;
  const next = isLetter ? [...all.slice(here + 1), ...all].find(begins) : undefined;
  const target = place === undefined ? next : all.at(place);
  target?.focus();
  return !!target;
}
