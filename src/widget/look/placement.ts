/** Place of the host element, and the names that style sheets know it by: the same for a painted launcher and a running widget. */

import type { Settings } from '../settings/options.ts';

/** Places the host over the page, unless the page has made room. Outweighs a page's own `* { … !important }`. */
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
