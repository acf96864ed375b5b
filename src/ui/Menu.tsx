/** The header's menu: its button, and how it opens and closes. What is in it is MenuContent.tsx. */

import { useRef } from 'preact/hooks';
import { useUi, useWords } from './context.ts';
import { Icon } from './Icon.tsx';
import { Late } from './Late.tsx';
import type { MenuView } from './late-parts.ts';
import { useLive, useSignal } from './signals.ts';

export function Menu() {
  const t = useWords();
  const view = useSignal<MenuView>('');
  const box = useRef<HTMLDivElement>(null);
  const { parts } = useUi();
  const isOpen = view.value !== '';
  // What is wanted before it is there comes as soon as it is.
  const isSeen = useLive(() => parts.value !== null) && isOpen;

  function close(): void {
    view.value = '';
    box.current?.querySelector('button')?.focus();
  }

  // Focusable for Safari, whose buttons are not: there a click moves the focus to the box and not out of it.
  const focusable = {
    tabIndex: -1,
    onFocusOut({ relatedTarget }: FocusEvent) {
      if (relatedTarget && !box.current?.contains(relatedTarget as Node)) view.value = '';
    },
    /** The first Escape is the menu's; the panel closes on the next. */
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && isOpen) {
        event.stopPropagation();
        event.preventDefault();
        close();
      } else if (!isOpen && /^Arrow(Up|Down)$/.test(event.key)) {
        event.preventDefault();
        view.value = 'items';
      }
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
        aria-expanded={isSeen}
        onClick={() => {
          view.value = isOpen ? '' : 'items';
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen && <Late is="MenuContent" view={view} close={close} />}
    </div>
  );
}
