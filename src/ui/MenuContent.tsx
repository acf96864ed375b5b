/** What the menu opens to: rare and final things, with a question before they happen. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './Button.tsx';
import { useChat, useChatState, useWords } from './context.ts';
import type { LateProps } from './late-parts.ts';

export function MenuContent({ view, close }: LateProps['MenuContent']) {
  const chat = useChat();
  const t = useWords();
  const box = useRef<HTMLDivElement>(null);
  const running = !/^(idle|ended)$/.test(useChatState('connection').status);

  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('button')?.focus();
  }, [view.value]);

  function end(): void {
    close();
    chat.end();
  }

  if (view.value === 'items') {
    return (
      <div ref={box} class="popover" role="menu" aria-label={t('menu')} part="menu">
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
    );
  }
  return (
    <div ref={box} class="popover question" role="alertdialog" aria-label={t('endQuestion')} part="menu">
      <b>{t('endQuestion')}</b>
      <Button words="endKeep" onClick={close} />
      <Button words="end" kind="primary" onClick={end} />
    </div>
  );
}
