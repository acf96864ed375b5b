/** Other settings for a widget that runs: for the element, whose attributes change. A script tag's never do, and do not pay for this. */

import { identity } from '../ui/tags.ts';
import type { Live } from './mount.ts';
import type { Settings } from './options.ts';

/** What comes of a language that there are no words in, which whoever has read the settings has told: English, or of what is no tag nothing. */
function spoken(locale: string, tags: readonly string[]): string {
  const wanted = identity(locale);
  const isKnown = tags.some(each => identity(each) === wanted);
  return isKnown ? locale : wanted && 'en';
}

/** Takes over what can change: all settings but those with which a chat begins (FIXED, host-settings.ts). `first`: what it was mounted with. */
export function createUpdate(first: Settings, { settings, speech, launcher }: Live): (next: Settings) => void {
  let before = first;
  return next => {
    // What is changed is the site's word of this moment, as setLocale(), setTheme() and hide() are; what is not leaves those as they are.
    if (next.locale !== before.locale) speech.choose(spoken(next.locale, speech.tags));
    settings.value = next.theme === before.theme ? { ...next, theme: settings.peek().theme } : next;
    if (next.showLauncher !== before.showLauncher) launcher?.setVisible(next.showLauncher);
    launcher?.setStyle(next);
    before = next;
  };
}
