/**
 * Paints the round button in the corner with plain DOM calls, before anything else is fetched. launcher.ts adds the states of a running chat (open,
 * unread).
 */

import { adoptStyles } from '../look/adopt-styles.ts';
import { drawing } from '../look/svg-icon.ts';
import styles from './launcher.css?inline';

/** Path of the icon on the launcher while the panel is open: a chevron that points down. */
const CHEVRON = 'm6 9 6 6 6-6';

export interface LauncherStyle {
  /** `left`; any other value means the right-hand corner. */
  readonly position?: unknown;
  /** Any CSS colour; any other value leaves the default. The icon is white or black, whichever has more contrast. */
  readonly color?: unknown;
}

/** Puts a launcher into a shadow root. */
export function paintLauncher(root: ShadowRoot, style: LauncherStyle): HTMLButtonElement {
  adoptStyles(root, styles);
  const button = document.createElement('button');
  button.lang = 'en';
  button.append(drawing(CHEVRON));
  // Sets attributes, because test DOMs do not reflect these properties.
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('part', 'launcher');
  nameLauncher(button, false);
  styleLauncher(button, style);
  root.append(button);
  return button;
}

/** Sets an English name for "close" or "open", until other texts have loaded. */
export function nameLauncher(button: HTMLButtonElement, open: boolean): void {
  button.setAttribute('aria-label', open ? 'Close chat' : 'Open chat');
  button.setAttribute('aria-expanded', `${open}`);
}

export function styleLauncher(button: HTMLButtonElement, style: LauncherStyle): void {
  // The array turns undefined into the empty string.
  button.className = `launcher ${[style.position]}`;
  button.style.color = style.color as string;
}
