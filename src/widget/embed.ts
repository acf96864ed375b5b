/**
 * What the loader fetches when the chat is wanted. It alone knows of `data-target`: an inline chat goes into that element of the page,
 * and back into the corner when there is none.
 */

import type { NatterHandle } from './handle.ts';
import { mount, type Place } from './mount.ts';
import type { Settings } from './options.ts';
import { warn } from './warn.ts';

export type Embed = (settings: Settings, place: Place) => NatterHandle;

export const embed: Embed = (settings, place) => {
  const target = settings.renderMode === 'inline' ? findTarget(settings.target) : null;
  if (target) target.append(place.host);
  else if (settings.renderMode === 'inline') {
    warn('target_not_found', `No element matches data-target "${settings.target}"; the chat floats in the corner instead.`);
    place.launcher?.setVisible(settings.showLauncher);
    return mount({ ...settings, renderMode: 'floating' }, place).handle;
  }
  return mount(settings, place).handle;
};

function findTarget(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    // Not a selector at all; the warning above says so well enough.
    return null;
  }
}
