/**
 * What the loader fetches when the chat is wanted: validates the settings, takes the painted launcher over and mounts. It alone knows of
 * `data-target`: an inline chat goes into that element of the page, and back into the corner when there is none.
 */

import type { NatterHandle } from './handle.ts';
import { controlLauncher } from './launcher-control.ts';
import { mount } from './mount.ts';
import { readSettings, type Settings } from './options.ts';
import { warn } from './warn.ts';

/** What the loader has put on the page. */
export interface Painted {
  /** Has an open shadow root with the launcher in it. */
  readonly host: HTMLElement;
  readonly button: HTMLButtonElement;
}

export type Embed = (source: Readonly<Record<string, unknown>>, painted: Painted) => NatterHandle;

export const embed: Embed = (source, { host, button }) => {
  const { settings: given, warnings } = readSettings(source);
  for (const { code, message } of warnings) warn(code, message);
  const root = host.shadowRoot;
  if (!given || !root) throw new Error('The loader hands over a valid broker and a host with a shadow root.');
  const settings = settle(given, host);
  button.removeAttribute('aria-busy');
  if (settings.renderMode !== 'floating') {
    button.remove();
    return mount(settings, { host, launcher: null }).handle;
  }
  return mount(settings, { host, launcher: controlLauncher(root, button, settings) }).handle;
};

/** Puts an inline chat where it belongs. */
function settle(settings: Settings, host: HTMLElement): Settings {
  if (settings.renderMode !== 'inline') return settings;
  const target = findTarget(settings.target);
  target?.append(host);
  if (target) return settings;
  warn(
    'target_not_found',
    `No element matches data-target "${settings.target}"; the chat floats in the corner instead.`,
  );
  return { ...settings, renderMode: 'floating' };
}

function findTarget(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    // Not a selector at all; the warning says so well enough.
    return null;
  }
}
