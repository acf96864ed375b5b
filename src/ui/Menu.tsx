/** The header's menu: its button, and how it opens and closes. MenuContent.tsx has its content. */

import { useRef } from 'preact/hooks';
import { useWords } from './context.ts';
import { Icon } from './Icon.tsx';
import { MenuContent } from './MenuContent.tsx';
import type { MenuView } from './MenuItems.tsx';
import { useSignal } from './signals.ts';

export function Menu() {
  const t = useWords();
  const view = useSignal<MenuView>('');
  const box = useRef<HTMLDivElement>(null);
  const isOpen = view.value !== '';

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
        aria-expanded={isOpen}
        onClick={() => {
          view.value = isOpen ? '' : 'items';
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen && <MenuContent view={view} close={close} />}
    </div>
  );
}
