/** Other settings for a widget that runs: for the element, whose attributes change. A script tag's never do, and do not pay for this. */

import type { Live } from './mount.ts';
import type { Settings } from './options.ts';

/** Takes over what can change: all settings but those with which a chat begins (FIXED, host-settings.ts). `first`: what it was mounted with. */
export function createUpdate(first: Settings, { settings, speech, launcher }: Live): (next: Settings) => void {
  let before = first;
  return next => {
    // What is changed is the site's word of this moment, as setLocale(), setTheme() and hide() are; what is not leaves those as they are.
    if (next.locale !== before.locale) speech.choose(next.locale);
    settings.value = next.theme === before.theme ? { ...next, theme: settings.peek().theme } : next;
    if (next.showLauncher !== before.showLauncher) launcher?.setVisible(next.showLauncher);
    launcher?.setStyle(next);
    before = next;
  };
}
