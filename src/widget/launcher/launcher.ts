/** Controls a launcher: its icons for open and closed, its badge, and its visibility. */

import { adoptStyles } from '../look/adopt-styles.ts';
import type { Settings } from '../settings/options.ts';
import states from './launcher-states.css?inline';
import { type LauncherStyle, paintLauncher, styleLauncher } from './paint-launcher.ts';

export interface Launcher {
  readonly element: HTMLButtonElement;
  /** Called on a click. */
  onClick: () => void;
  /** Shows the icon for "close" or "open" and sets the accessible name. While the panel is open on a small screen, the launcher is hidden. */
  setOpen(open: boolean, name: string, lang: string): void;
  /** Shows the number in the badge: nothing for 0, and `9+` above 9. The caller adds the number to the accessible name. */
  setUnread(count: number): void;
  setVisible(visible: boolean): void;
  setStyle(style: LauncherStyle): void;
}

/** Creates a launcher for a host on which no loader has painted one. */
export function createLauncher(root: ShadowRoot, settings: Settings): Launcher {
  const button = paintLauncher(root, settings);
  return controlLauncher(root, button, settings);
}

/** Takes over a painted launcher. */
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
  // Ignores the second click of a double click.
  button.onclick = ({ detail }) => detail > 1 || launcher.onClick();
  launcher.setVisible(settings.showLauncher);
  return launcher;
}
