/**
 * Changes the settings of a running widget. Used by `<natter-chat>`, whose attributes can change. A script tag does not download this file, because
 * its settings never change.
 */

import { identity } from '../../ui/i18n/language-tags.ts';
import type { Settings } from '../settings/options.ts';
import type { Live } from './mount.ts';

/**
 * Returns the language to use: English if Natter does not have the wanted one, or the empty string for a malformed tag. The settings' check has
 * already warned.
 */
function spoken(locale: string, tags: readonly string[]): string {
  const wanted = identity(locale);
  const isKnown = tags.some(each => identity(each) === wanted);
  return isKnown ? locale : wanted && 'en';
}

/**
 * Returns a function that applies changed settings, except those that a running widget cannot change (FIXED in host-settings.ts). `first`: the
 * settings with which the widget was mounted.
 */
export function createUpdate(first: Settings, { settings, speech, launcher }: Live): (next: Settings) => void {
  let before = first;
  return next => {
    // Only a changed setting overrides an earlier setLocale(), setTheme() or hide().
    if (next.locale !== before.locale) speech.choose(spoken(next.locale, speech.tags));
    settings.value = next.theme === before.theme ? { ...next, theme: settings.peek().theme } : next;
    if (next.showLauncher !== before.showLauncher) launcher?.setVisible(next.showLauncher);
    launcher?.setStyle(next);
    before = next;
  };
}
