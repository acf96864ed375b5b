/** The header's menu: rare and final things, with a question before they happen. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useUi } from './context.ts';
import { Icon } from './Icon.tsx';
import { t } from './strings.ts';

export function Menu() {
  const { chat } = useUi();
  const [view, setView] = useState<'closed' | 'menu' | 'question'>('closed');
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const running = !/^(idle|ended)$/.test(chat.connection.value.status);
  const isOpen = view !== 'closed';

  useLayoutEffect(() => {
    if (view === 'closed') return;
    const place = box.current;
    place?.querySelector<HTMLElement>('.popover button')?.focus();
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !place?.contains(relatedTarget as Node)) setView('closed');
    };
    place?.addEventListener('focusout', leave);
    return () => place?.removeEventListener('focusout', leave);
  }, [view]);

  function close(): void {
    setView('closed');
    button.current?.focus();
  }

  /** The first Escape is the menu's; the panel closes on the next. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  }

  function end(): void {
    close();
    chat.end();
  }

  return (
    // Focusable for Safari, whose buttons are not: there a click moves the focus to this box and not out of it.
    <div ref={box} class="menu" tabIndex={-1}>
      <button
        ref={button}
        type="button"
        class="icon"
        part="menu-button"
        aria-label={t('menu')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setView(isOpen ? 'closed' : 'menu')}
        onKeyDown={onKeyDown}
      >
        <Icon name="more" />
      </button>
      {view === 'menu' && (
        <div class="popover" role="menu" aria-label={t('menu')} part="menu" onKeyDown={onKeyDown}>
          <button
            type="button"
            role="menuitem"
            class="item"
            aria-disabled={!running}
            onClick={() => running && setView('question')}
          >
            {t('end')}
          </button>
        </div>
      )}
      {view === 'question' && <EndQuestion onKeep={close} onEnd={end} onKeyDown={onKeyDown} />}
    </div>
  );
}

interface EndQuestionProps {
  readonly onKeep: () => void;
  readonly onEnd: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function EndQuestion({ onKeep, onEnd, onKeyDown }: EndQuestionProps) {
  return (
    <div class="popover question" role="alertdialog" aria-label={t('endQuestion')} part="menu" onKeyDown={onKeyDown}>
      <b>{t('endQuestion')}</b>
      <button type="button" class="button" onClick={onKeep}>
        {t('endKeep')}
      </button>
      <button type="button" class="button primary" onClick={onEnd}>
        {t('end')}
      </button>
    </div>
  );
}
