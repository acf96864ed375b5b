/**
 * The step from a script tag's painted launcher to a widget. Reads the settings. Only this file knows `data-target`: an inline chat goes
 * into that element of the page, and into the corner if there is none.
 */

import { languages } from '../../ui/load-languages.ts';
import { reportSettings } from '../chat/report-settings.ts';
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
    for (const { code, message } of reportSettings(source, accepted, languages.tags)) warn(code, message);
    painted.returning ??= prepareReturn(root);
    took(handle);
    makeCalls(handle, calls, wanted);
  } catch (error) {
    // The loader reports only one reason, which may have been another one.
    if (painted.told) warn('load_failed', wordsOf(error));
    throw error;
  }
};

/** Puts an inline chat into its target, now and whenever the page gets another body. */
function settle(settings: Settings, painted: Painted): Settings {
  const inline = settings.renderMode === 'inline';
  const target = inline ? findTarget(settings.target) : null;
  if (target) {
    // Inside the target, the page places and styles the host.
    painted.host.removeAttribute('style');
    // Moves it only if necessary, because moving costs the field its focus.
    if (painted.host.parentElement !== target) target.append(painted.host);
  }
  // A page that rewrites itself (document.open) removes every listener: a host without this one must not return.
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
