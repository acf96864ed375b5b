/** One line of the menu, reached by the arrow keys and not by Tab. */

import type { ComponentChildren } from 'preact';
import { Icon } from './Icon.tsx';

export interface MenuItemProps {
  readonly children: ComponentChildren;
  /** With a tick or without; undefined where it is not about being chosen. */
  readonly checked?: boolean | undefined;
  /** Only one of its kind is ticked. */
  readonly one?: boolean;
  /** It leads to more. */
  readonly more?: boolean;
  /** It is of no use just now. It stays reachable, so that its being there is known. */
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
