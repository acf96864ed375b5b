/**
 * Changes the settings of a running widget, for the element, whose attributes change. The settings of a script tag never do, so it does not
 * download this.
 */

import { identity } from '../../ui/i18n/language-tags.ts';
import type { Settings } from '../settings/options.ts';
import type { Live } from './mount.ts';

/** Returns the language to speak: English if there are no words in the wanted one (the settings' check has warned), none for a malformed tag. */
function spoken(locale: string, tags: readonly string[]): string {
  const wanted = identity(locale);
  const isKnown = tags.some(each => identity(each) === wanted);
  return isKnown ? locale : wanted && 'en';
}

/** Applies all settings but those with which a chat begins (FIXED, host-settings.ts). `first`: the settings with which it was mounted. */
export function createUpdate(first: Settings, { settings, speech, launcher }: Live): (next: Settings) => void {
  let before = first;
  return next => {
    // A changed setting counts as the site's latest word, as setLocale(), setTheme() and hide() do; an unchanged one leaves those alone.
    if (next.locale !== before.locale) speech.choose(spoken(next.locale, speech.tags));
    settings.value = next.theme === before.theme ? { ...next, theme: settings.peek().theme } : next;
    if (next.showLauncher !== before.showLauncher) launcher?.setVisible(next.showLauncher);
    launcher?.setStyle(next);
    before = next;
  };
}
