/** The header's menu: rare and final things, with a question before they happen. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './Button.tsx';
import { useChat, useChatState } from './context.ts';
import { Icon } from './Icon.tsx';
import { useSignal } from './signals.ts';
import { t } from './strings.ts';

export function Menu() {
  const chat = useChat();
  const view = useSignal<'' | 'items' | 'question'>('');
  const box = useRef<HTMLDivElement>(null);
  const isOpen = view.value !== '';
  const running = !/^(idle|ended)$/.test(useChatState('connection').status);

  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('.popover button')?.focus();
  }, [view.value]);

  function close(): void {
    view.value = '';
    box.current?.querySelector('button')?.focus();
  }

  function end(): void {
    close();
    chat.end();
  }

  // Focusable for Safari, whose buttons are not: there a click moves the focus to the box and not out of it.
  const focusable = {
    tabIndex: -1,
    onFocusOut({ relatedTarget }: FocusEvent) {
      if (relatedTarget && !box.current?.contains(relatedTarget as Node)) view.value = '';
    },
    /** The first Escape is the menu's; the panel closes on the next. */
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !isOpen) return;
      event.stopPropagation();
      close();
    },
  };

  return (
    <div ref={box} class="menu" {...focusable}>
      <button
        type="button"
        class="icon"
        part="menu-button"
        aria-label={t('menu')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => {
          view.value = isOpen ? '' : 'items';
        }}
      >
        <Icon name="more" />
      </button>
      {view.value === 'items' && (
        <div class="popover" role="menu" aria-label={t('menu')} part="menu">
          <button
            type="button"
            role="menuitem"
            class="item"
            aria-disabled={!running}
            onClick={() => {
              if (running) view.value = 'question';
            }}
          >
            {t('end')}
          </button>
        </div>
      )}
      {view.value === 'question' && (
        <div class="popover question" role="alertdialog" aria-label={t('endQuestion')} part="menu">
          <b>{t('endQuestion')}</b>
          <Button words="endKeep" onClick={close} />
          <Button words="end" kind="primary" onClick={end} />
        </div>
      )}
    </div>
  );
}
