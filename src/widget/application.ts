/** The chunk that the entries for bundlers fetch when the chat is wanted: the whole widget, for a launcher that is painted (element.ts). */

import { repaint } from './hand-over.ts';
import { controlLauncher } from './launcher-control.ts';
import { languages, mountWhole, type WholeWidget } from './mount-whole.ts';
import type { Accepted, Settings } from './options.ts';
import type { Painted } from './painted.ts';
import { reportSettings, type SettingsWarning } from './settings-report.ts';

export { prepareReturn } from './come-back.ts';
export { makeCalls } from './hand-over.ts';

/** Takes the painted launcher over. Throws when there can be no widget, and leaves the launcher as it was painted. */
export function mountPainted(settings: Settings, { host, button }: Painted): WholeWidget {
  const root = host.shadowRoot as ShadowRoot;
  const { onclick } = button;
  try {
    button.removeAttribute('aria-busy');
    const floating = settings.renderMode === 'floating';
    if (!floating) button.remove();
    return mountWhole(settings, { host, launcher: floating ? controlLauncher(root, button, settings) : null });
  } catch (error) {
    repaint(root, button, onclick);
    throw error;
  }
}

/** What is wrong with the settings, in words for the page's developers. */
export const report = (source: Readonly<Record<string, unknown>>, accepted: Accepted): readonly SettingsWarning[] =>
  reportSettings(source, accepted, languages.tags);
