/** A painted launcher in use: its icons for open and closed, its badge, and if it is shown. */

import { adoptStyles } from '../look/adopt-styles.ts';
import type { Settings } from '../settings/options.ts';
import states from './launcher-states.css?inline';
import { type LauncherStyle, paintLauncher, styleLauncher } from './paint-launcher.ts';

export interface Launcher {
  readonly element: HTMLButtonElement;
  /** Called on a click. */
  onClick: () => void;
  /**
   * Shows the icon for "close" or "open" under the given name, and hides the launcher on small screens, where the panel covers everything.
   */
  setOpen(open: boolean, name: string, lang: string): void;
  /** Shows the badge: nothing for 0, then 1 to 9, then `9+`. The caller puts the number into the name. */
  setUnread(count: number): void;
  setVisible(visible: boolean): void;
  setStyle(style: LauncherStyle): void;
}

/** Creates a launcher for a host on which no loader has painted one. */
export function createLauncher(root: ShadowRoot, settings: Settings): Launcher {
  const button = paintLauncher(root, settings);
  return controlLauncher(root, button, settings);
}

/** Takes over a painted launcher. It keeps the handlers that it already has. */
export function controlLauncher(root: ShadowRoot, button: HTMLButtonElement, settings: Settings): Launcher {
  adoptStyles(root, states);
  styleLauncher(button, settings);
  const badge = document.createElement('span');
  badge.className = 'unread';
  badge.setAttribute('part', 'badge');
  button.append(badge);
  button.type = 'button';
  const launcher: Launcher = {
    element: button,
    onClick() {},
    setOpen(open, name, lang) {
      button.setAttribute('aria-expanded', `${open}`);
      button.setAttribute('aria-label', name);
      button.lang = lang;
    },
    setUnread(count) {
      badge.textContent = count > 9 ? '9+' : count > 0 ? `${count}` : '';
    },
    setVisible(visible) {
      button.hidden = !visible;
    },
    setStyle(style) {
      styleLauncher(button, style);
    },
  };
  // Some people double-click everything: the second click does not count.
  button.onclick = ({ detail }) => detail > 1 || launcher.onClick();
  launcher.setVisible(settings.showLauncher);
  return launcher;
}
