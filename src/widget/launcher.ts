/**
 * The round button in the corner, in plain DOM because the loader paints it before anything else has been fetched.
 * What a click means is decided by whoever holds it: the loader first, mount.ts later.
 */

import { launcherStyles } from './launcher-styles.ts';
import { adoptStyles } from './style-sheet.ts';

export interface Launcher {
  readonly element: HTMLButtonElement;
  /** Called on a click; replace it to take the launcher over. */
  onClick: () => void;
  /** Shows the sign and the name for "close", and hides the launcher on small screens, where the panel covers everything. */
  setOpen(open: boolean): void;
  /** The click was heard and the rest of the widget is on its way. */
  setBusy(busy: boolean): void;
  /** The badge: nothing for 0, then 1 to 9, then `9+`. */
  setUnread(count: number): void;
  setVisible(visible: boolean): void;
  setStyle(style: LauncherStyle): void;
}

export interface LauncherStyle {
  readonly position: 'right' | 'left';
  /** Any CSS colour, or the empty string for the default. The sign on it is white or black, whichever is readable. */
  readonly color: string;
}

export interface LauncherOptions extends LauncherStyle {
  readonly showLauncher: boolean;
  /** CSP nonce, for browsers that need a style element. */
  readonly nonce: string;
}

const BUBBLE = 'M12 4c4.7 0 8.5 3.1 8.5 7s-3.8 7-8.5 7q-1.4 0-2.6-.4L5 20l.8-3.7C4.4 15 3.5 13.1 3.5 11c0-3.9 3.8-7 8.5-7z';
const CROSS = 'm6.5 6.5 11 11m0-11-11 11';

/** Puts a launcher into a shadow root. */
export function createLauncher(root: ShadowRoot, options: LauncherOptions): Launcher {
  adoptStyles(root, launcherStyles, options.nonce);
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('part', 'launcher');
  button.setAttribute('aria-haspopup', 'dialog');
  const badge = document.createElement('span');
  badge.id = 'natter-unread';
  // The name stays "Open chat"; how much is waiting is its description.
  button.setAttribute('aria-describedby', badge.id);
  button.append(drawing(BUBBLE), drawing(CROSS), badge);

  const launcher: Launcher = {
    element: button,
    onClick() {},
    setOpen(open) {
      button.setAttribute('aria-expanded', `${open}`);
      button.setAttribute('aria-label', open ? 'Close chat' : 'Open chat');
    },
    setBusy(busy) {
      button.setAttribute('aria-busy', `${busy}`);
    },
    setUnread(count) {
      badge.textContent = count > 9 ? '9+' : count > 0 ? `${count}` : '';
    },
    setVisible(visible) {
      button.hidden = !visible;
    },
    setStyle({ position, color }) {
      button.className = `launcher ${position}`;
      button.style.setProperty('--launcher-color', color);
    },
  };
  button.addEventListener('click', () => launcher.onClick());
  launcher.setOpen(false);
  launcher.setVisible(options.showLauncher);
  launcher.setStyle(options);
  root.append(button);
  return launcher;
}

function drawing(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
