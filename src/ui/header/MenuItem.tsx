/** One item of the menu, reached by the arrow keys and not by Tab. */

import type { ComponentChildren } from 'preact';
import { Icon } from '../kit/Icon.tsx';

export interface MenuItemProps {
  readonly children: ComponentChildren;
  /** True or false with a tick that is set or not; undefined if the item is no choice. */
  readonly checked?: boolean | undefined;
  /** True if only one of its group can be ticked. */
  readonly one?: boolean;
  /** True if it opens a submenu. */
  readonly more?: boolean;
  /** True if it is disabled. It stays focusable, so that readers find it. */
  readonly off?: boolean;
  readonly lang?: string;
  readonly onClick: () => void;
}

export function MenuItem({ children, checked, one = false, more = false, off = false, lang, onClick }: MenuItemProps) {
  const chosen =
    checked === undefined
      ? {}
      : { role: one ? ('menuitemradio' as const) : ('menuitemcheckbox' as const), 'aria-checked': checked };
  return (
    <button
      type="button"
      role="menuitem"
      {...chosen}
      class="item"
      part="menu-item"
      tabIndex={-1}
      lang={lang}
      aria-haspopup={more ? 'menu' : undefined}
      aria-disabled={off}
      // Ignores a double click, as Button.tsx does.
      onClick={({ detail }) => off || detail > 1 || onClick()}
    >
      <span>{children}</span>
      {checked && <Icon name="done" />}
      {more && <Icon name="forward" />}
    </button>
  );
}
