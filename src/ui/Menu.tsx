/** The header's menu: rare and final things, with a question before they happen. */

import { useComputed } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useUi } from './context.ts';
import { Icon } from './Icon.tsx';
import { t } from './strings.ts';

type View = 'closed' | 'menu' | 'question';

export function Menu() {
  const { chat } = useUi();
  const [view, setView] = useState<View>('closed');
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const running = useComputed(() => !['idle', 'ended'].includes(chat.connection.value.status)).value;
  const isOpen = view !== 'closed';
  useLayoutEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('.popover button')?.focus();
  }, [view]);

  function close(): void {
    setView('closed');
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) {
      // The first Escape is the menu's; the panel closes on the next.
      event.stopPropagation();
      close();
    } else if (/^(Arrow(Up|Down)|Home|End)$/.test(event.key) && view === 'menu') event.preventDefault();
    else if (event.key === 'ArrowDown' && event.target === button.current) setView('menu');
  }

  return (
    <div
      ref={box}
      class="menu"
      onKeyDown={onKeyDown}
      onFocusOut={event => {
        if (isOpen && event.relatedTarget && !box.current?.contains(event.relatedTarget as Node)) setView('closed');
      }}
    >
      <button
        ref={button}
        type="button"
        class="icon-button"
        part="menu-button"
        aria-label={t('menu')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setView(isOpen ? 'closed' : 'menu')}
      >
        <Icon name="more" />
      </button>
      {isOpen && <div class="backdrop" onMouseDown={close} />}
      {view === 'menu' && (
        <div class="popover" role="menu" aria-label={t('menu')} part="menu">
          <button
            type="button"
            role="menuitem"
            class="menu-item"
            aria-disabled={!running}
            onClick={() => running && setView('question')}
          >
            <Icon name="end" />
            {t('end')}
          </button>
        </div>
      )}
      {view === 'question' && (
        <div class="popover question" role="alertdialog" aria-label={t('endQuestion')} part="menu">
          <p>{t('endQuestion')}</p>
          <button type="button" class="button" onClick={close}>
            {t('endKeep')}
          </button>
          <button
            type="button"
            class="button primary"
            onClick={() => {
              close();
              chat.end();
            }}
          >
            {t('end')}
          </button>
        </div>
      )}
    </div>
  );
}
