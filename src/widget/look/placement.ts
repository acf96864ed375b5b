/** Placement of the host element, and its attributes for style sheets. Used for a painted launcher and for a running widget. */

import type { Settings } from '../settings/options.ts';

/** Places the host above the page, except in the mode `inline`. `!important` overrides rules of the page such as `* { … !important }`. */
export const PLACEMENT =
  ':host{position:fixed!important;z-index:var(--natter-z-index,999999999)!important}' +
  ':host([data-mode=inline]){position:static!important}';

export function mark({ dataset }: HTMLElement, { theme, renderMode }: Settings): void {
  dataset.theme = theme;
  dataset.mode = renderMode;
}

export function unmark({ dataset }: HTMLElement): void {
  delete dataset.theme;
  delete dataset.mode;
}
