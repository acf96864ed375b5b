/** The button that opens and closes the header's menu. MenuPopover.tsx contains the menu itself. */

import { useRef } from 'preact/hooks';
import { useWords } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { Icon } from '../kit/Icon.tsx';
import type { MenuView } from './MainMenu.tsx';
import { MenuPopover } from './MenuPopover.tsx';

export function MenuButton() {
  const t = useWords();
  const view = useSignal<MenuView>('');
  const box = useRef<HTMLDivElement>(null);
  const isOpen = view.value !== '';

  function close(): void {
    view.value = '';
    box.current?.querySelector('button')?.focus();
  }

  // Makes this box focusable for Safari: a click there does not focus a button, but its nearest focusable ancestor.
  const focusable = {
    tabIndex: -1,
    onFocusOut({ relatedTarget }: FocusEvent) {
      if (relatedTarget && !box.current?.contains(relatedTarget as Node)) view.value = '';
    },
    /** The first Escape closes the menu, the next one the panel. */
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
        title={t('menu')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => {
          view.value = isOpen ? '' : 'items';
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen && <MenuPopover view={view} close={close} />}
    </div>
  );
}
