/**
 * The whole widget, which a painted launcher fetches when the visitor uses the chat. Used by the script tag (embed.ts) and by `<natter-chat>`
 * (element.ts).
 */

import { languages } from '../../ui/load-languages.ts';
import { checkSettings } from '../chat/check-settings.ts';
import type { SettingsWarning } from '../chat/report-settings.ts';
import { controlLauncher } from '../launcher/launcher.ts';
import { repaint } from '../painted/hand-over.ts';
import type { Painted } from '../painted/painted.ts';
import { mount, type Widget } from '../panel/mount.ts';
import type { Accepted, Settings } from '../settings/options.ts';

export { makeCalls } from '../painted/hand-over.ts';
export { prepareReturn } from '../panel/restore-on-return.ts';
export { createUpdate } from '../panel/update.ts';

/** Turns the painted launcher into a widget. If the widget cannot start, throws and leaves the launcher as it was painted. */
export function mountPainted(settings: Settings, painted: Painted): Widget {
  const { host, button, panel } = painted;
  const root = host.shadowRoot as ShadowRoot;
  const { onclick } = button;
  try {
    button.removeAttribute('aria-busy');
    const floating = settings.renderMode === 'floating';
    if (!floating) button.remove();
    const launcher = floating ? controlLauncher(root, button, settings) : null;
    return mount(settings, { host, launcher, panel });
  } catch (error) {
    repaint(root, painted, onclick);
    throw error;
  }
}

/** Resolves with the warnings about an element's settings and about the props of its component. */
export const report = (
  source: Readonly<Record<string, unknown>>,
  accepted: Accepted,
  props: object = {},
): Promise<readonly SettingsWarning[]> => checkSettings({ source, accepted, tags: languages.tags, props });
