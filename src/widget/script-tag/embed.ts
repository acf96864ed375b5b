/**
 * Turns a script tag's painted launcher into a widget. Reads the settings, and puts an inline chat into the element that `data-target` selects. If
 * there is none, the chat floats in the corner.
 */

import { languages } from '../../ui/load-languages.ts';
import { checkSettings } from '../chat/check-settings.ts';
import { makeCalls } from '../painted/hand-over.ts';
import type { Embed, Painted } from '../painted/painted.ts';
import { prepareReturn } from '../panel/restore-on-return.ts';
import { acceptSettings, type Settings } from '../settings/options.ts';
import { warn, wordsOf } from '../warn.ts';
import { mountPainted } from './application.ts';
import { findTarget } from './find-target.ts';

export const embed: Embed = (source, painted, wanted, calls, took) => {
  const { host } = painted;
  const accepted = acceptSettings(source);
  const root = host.shadowRoot;
  if (!accepted.settings || !root) throw new Error('No broker or shadow root.');
  const settings = settle(accepted.settings, painted);
  try {
    const { handle } = mountPainted(settings, painted);
    void checkSettings({ source, accepted, tags: languages.tags }).then(warnings => {
      for (const { code, message } of warnings) warn(code, message);
    });
    painted.returning ??= prepareReturn(root);
    took(handle);
    makeCalls(handle, calls, wanted);
  } catch (error) {
    // Reports this error here, because the loader reports only the first one, which may have been different.
    if (painted.told) warn('load_failed', wordsOf(error));
    throw error;
  }
};

/** Puts an inline chat into its target, now and whenever the page gets another body. */
function settle(settings: Settings, painted: Painted): Settings {
  const inline = settings.renderMode === 'inline';
  const target = inline ? findTarget(settings.target) : null;
  if (target) {
    // Removes the style, because the page's own styles position the host in its target.
    painted.host.removeAttribute('style');
    // Moves the host only if necessary, because the field would lose the focus.
    if (painted.host.parentElement !== target) target.append(painted.host);
  }
  // Marks the host with a listener, because `document.open` removes all listeners. A host without it belongs to a page that has been rewritten, and
  // must not be put back.
  painted.host.onabort = () => {};
  painted.home = () => {
    painted.returning?.();
    if (!painted.host.onabort) return null;
    return target ? findTarget(settings.target) : document.body;
  };
  if (!inline || target) return settings;
  warn('target_not_found', `No element matches "${settings.target}"; the chat floats.`);
  return { ...settings, renderMode: 'floating' };
}
