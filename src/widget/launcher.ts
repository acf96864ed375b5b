/**
 * The round button in the corner as it is first painted, in plain DOM, because the loader paints it before anything else has been
 * fetched. What it shows once there is a chat (open, unread) is launcher-control.ts.
 */

import styles from './launcher.css?inline';

export interface LauncherStyle {
  /** `left`, or else the right-hand corner. */
  readonly position?: unknown;
  /** Any CSS colour; anything else leaves the default. The sign on it is white or black, whichever is readable. */
  readonly color?: unknown;
}

/** Puts a launcher into a shadow root. `placement` is what else its sheet says. */
export function paintLauncher(root: ShadowRoot, style: LauncherStyle, placement = ''): HTMLButtonElement {
  // No policy forbids these, and what reads these colours knows them; for others there is no room in the loader.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles + placement);
  root.adoptedStyleSheets = [sheet];
  const button = document.createElement('button');
  button.lang = 'en';
  // Attributes: DOMs that tests run in reflect no such properties.
  button.setAttribute('aria-label', 'Open chat');
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('part', 'launcher');
  styleLauncher(button, style);
  root.append(button);
  return button;
}

export function styleLauncher(button: HTMLButtonElement, style: LauncherStyle): void {
  // In a list, nothing is no word.
  button.className = `launcher ${[style.position]}`;
  button.style.color = style.color as string;
}
