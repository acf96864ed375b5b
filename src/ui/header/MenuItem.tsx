/** An item of the menu. It is reached with the arrow keys, not with Tab. */

import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../kit/Icon.tsx';

export interface MenuItemProps {
  readonly children: ComponentChildren;
  readonly icon?: IconName;
  /** True if the item is on or chosen, false if not. Undefined for an item that only performs an action. */
  readonly checked?: boolean | undefined;
  /** True if only one item of the group can be chosen. */
  readonly one?: boolean;
  /** True if the item opens a submenu. */
  readonly more?: boolean;
  /** True if the item is disabled. It stays focusable, because screen readers must find it. */
  readonly off?: boolean;
  readonly lang?: string;
  readonly onClick: () => void;
}

export function MenuItem({
  children,
  icon,
  checked,
  one = false,
  more = false,
  off = false,
  lang,
  onClick,
}: MenuItemProps) {
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
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {one ? checked && <Icon name="done" /> : checked !== undefined && <i class="switch" />}
      {more && <Icon name="forward" />}
    </button>
  );
}
